import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Json } from '../../../test/inventory.ts';
import { expectStatus, inHours, startTickets, type TicketApi } from '../../../test/tickets.ts';

let api: TicketApi;
beforeAll(async () => {
  api = await startTickets();
});
afterAll(() => api.stop());

const bulk = (action: string, tickets: string[], seen?: Json, caller = api.boss) =>
  caller.put(`${api.url}bulk/?action=${action}`, { tickets, ...(seen && { seen }) });
const amend = (id: string, caller: TicketApi['boss'], more: Json = {}) =>
  caller.patch(`${api.url}${id}/approve/`, {
    org_id: DEFAULT_ORG_ID,
    apply_accounts: ['@ALL'],
    apply_date_start: inHours(0),
    apply_date_expired: inHours(2),
    ...more,
  });
const steps = async (id: string) => (await api.ticket(id)).process_map.map((step) => step.state);
const permissions = async (id: string) =>
  (await api.pool.query('select name from perms_assetpermission where id = $1', [id])).rows;
const twoLevels = [{ strategy: 'super_admin' }, { strategy: 'super_admin' }];

test('two concurrent bulk approvals pass one level, not two', async () => {
  await api.setFlow(twoLevels);
  const { id } = await api.open();
  // Both approvals have read the ticket and wait for its lock, which a third transaction holds.
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from tickets_ticket where id = $1 for update', [id]);
  const raced = Promise.all([bulk('approve', [id]), bulk('approve', [id])]);
  await expect
    .poll(async () => {
      const { rows } = await api.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%tickets_ticket%for update%'`,
      );
      return rows.length;
    })
    .toBe(2);
  await holder.query('commit');
  holder.release();
  const answers = await raced;
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.json).toMatchObject({ code: 'changed_meanwhile' });
  expect(await steps(id)).toEqual(['approved', 'pending']);
  await api.setFlow([{ strategy: 'super_admin' }]);
});

test('a ticket changed since the list was read is not decided in bulk', async () => {
  await api.setFlow(twoLevels);
  const [{ id, date_updated, title }, otherTicket] = [await api.open(), await api.open()];
  const seen = { [id]: date_updated, [otherTicket.id]: otherTicket.date_updated };
  await expectStatus(amend(id, api.chief, { apply_accounts: ['root'] }), 200);
  for (const action of ['approve', 'reject']) {
    const stale = await bulk(action, [id, otherTicket.id], seen);
    expect(stale.status).toBe(409);
    expect(bodyOf<Json>(stale).error).toBe(
      `${title}: This object has been changed since you opened it. Nothing was saved.`,
    );
  }
  expect([await steps(id), await permissions(id)]).toEqual([['approved', 'pending'], []]);
  expect(await steps(otherTicket.id)).toEqual(['pending', 'pending']);
  const now = { [id]: (await api.ticket(id)).date_updated, [otherTicket.id]: otherTicket.date_updated };
  await expectStatus(bulk('approve', [id, otherTicket.id], now), 200);
  expect(await steps(id)).toEqual(['approved', 'approved']);
  expect(await steps(otherTicket.id)).toEqual(['approved', 'pending']);
  for (const odd of [{ [id]: 'yesterday' }, []])
    expect((await bulk('approve', [id], odd as Json)).status).toBe(400);
  await api.setFlow([{ strategy: 'super_admin' }]);
});

test('a single decision states the version it is based on, and is refused when that changed', async () => {
  await api.setFlow(twoLevels);
  const { id, date_updated } = await api.open();
  await expectStatus(amend(id, api.chief, { apply_accounts: ['root'] }), 200);
  const decisions = [
    amend(id, api.boss, { seen: date_updated }),
    api.boss.put(`${api.url}${id}/reject/`, { seen: date_updated }),
    api.boss.put(`/api/v1/tickets/tickets/${id}/reject/`, { seen: date_updated }),
  ];
  for (const answer of await Promise.all(decisions))
    expect([answer.status, bodyOf<Json>(answer).code]).toEqual([409, 'changed_meanwhile']);
  const seen = (await api.ticket(id)).date_updated;
  await expectStatus(amend(id, api.boss, { seen }), 200);
  await api.setFlow([{ strategy: 'super_admin' }]);
});

test('an approval that would grant nothing is refused in bulk too', async () => {
  const empty = await api.open({ apply_assets: [], apply_nodes: [] });
  const nobody = await api.open({ apply_accounts: [] });
  for (const [{ id, title }, why] of [
    [empty, 'Choose at least one asset or node.'],
    [nobody, 'Name at least one account.'],
  ] as const) {
    const answer = await bulk('approve', [id]);
    expect([answer.status, bodyOf<Json>(answer).error]).toEqual([400, `${title}: ${why}`]);
    expect([await steps(id), await permissions(id)]).toEqual([['pending'], []]);
  }
});

test('a bulk decision holds no ticket while deciding another, and takes up to a hundred', async () => {
  const [first, second] = [(await api.open()).id, (await api.open()).id];
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from tickets_ticket where id = $1 for update', [second]);
  const running = bulk('reject', [first, second]);
  await expect.poll(async () => steps(first)).toEqual(['rejected']);
  await holder.query('commit');
  holder.release();
  await expectStatus(running, 200);
  const many = await bulk(
    'reject',
    Array.from({ length: 101 }, () => second),
  );
  expect([many.status, bodyOf<Json>(many).error]).toEqual([400, 'Use at most 100 entries.']);
});
