import { randomUUID } from 'node:crypto';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Json } from '../../../test/inventory.ts';
import { expectStatus, inHours, startTickets, type TicketApi } from '../../../test/tickets.ts';

let api: TicketApi;
beforeAll(async () => {
  api = await startTickets();
});
afterAll(() => api.stop());

const general = '/api/v1/tickets/tickets/';
const approval = (more: Json = {}): Json => ({
  org_id: DEFAULT_ORG_ID,
  apply_assets: [api.asset],
  apply_nodes: [],
  apply_accounts: ['@ALL'],
  apply_actions: ['connect'],
  apply_date_start: inHours(0),
  apply_date_expired: inHours(24),
  ...more,
});
const approve = (id: string, caller: TicketApi['boss'], more: Json = {}) =>
  caller.patch(`${api.url}${id}/approve/`, approval(more));
const permission = async (id: string) => {
  const answer = await api.admin.get(`/api/v1/perms/asset-permissions/${id}/`);
  return answer.status === 200 ? bodyOf<Json>(answer) : undefined;
};
const messagesTo = async (user: string, ticket: string) => {
  const { rows } = await api.pool.query(
    `select text ->> 'key' as key from notifications_sitemessage where "user" = $1 and text -> 'params' ->> 'id' = $2 order by date_created`,
    [user, ticket],
  );
  return rows.map((row) => row.key);
};
const logged = async (ticket: string) => {
  const { rows } = await api.pool.query(
    'select action, "user", org_id from audits_operatelog where resource_id = $1 order by datetime',
    [ticket],
  );
  return rows;
};
const outcome = async (id: string) => {
  const { state, status, process_map } = await api.ticket(id);
  return [state.value, status.value, ...process_map.map((step) => step.state)];
};

const waitingForTickets = sql`select pid from pg_stat_activity where datname = current_database()
  and wait_event_type = 'Lock' and query like '%tickets_ticket%for update%'`;

test('B-4-001 an open ticket is approved, rejected or closed, and then stays so', async () => {
  const [yes, no, back] = [await api.open(), await api.open(), await api.open()];
  expect(await outcome(yes.id)).toEqual(['pending', 'open', 'pending']);
  expect((await approve(yes.id, api.boss)).json).toBe('ok');
  expect((await api.boss.put(`${api.url}${no.id}/reject/`)).json).toBe('ok');
  expect((await api.ann.put(`${api.url}${back.id}/close/`)).json).toBe('ok');
  expect(await outcome(yes.id)).toEqual(['approved', 'closed', 'approved']);
  expect(await outcome(no.id)).toEqual(['rejected', 'closed', 'rejected']);
  expect(await outcome(back.id)).toEqual(['closed', 'closed', 'closed']);
  for (const { id } of [yes, no, back])
    for (const retry of [
      approve(id, api.boss),
      api.boss.put(`${general}${id}/reject/`, {}),
      api.ann.put(`${general}${id}/close/`, {}),
    ]) {
      const answer = await retry;
      expect([answer.status, bodyOf<Json>(answer).code]).toEqual([400, 'ticket_closed']);
    }
  expect(await messagesTo(api.ann.id, yes.id)).toEqual(['ticket_approved']);
  expect(await messagesTo(api.ann.id, no.id)).toEqual(['ticket_rejected']);
  expect(await logged(yes.id)).toMatchObject([
    { action: 'create' },
    { action: 'approve', user: 'boss(boss)', org_id: DEFAULT_ORG_ID },
  ]);
  expect(await logged(no.id)).toMatchObject([{ action: 'reject' }]);
  expect(await logged(back.id)).toMatchObject([{ action: 'close', user: 'ann(ann)' }]);
  expect((await api.ticket(back.id)).process_map[0]).toMatchObject({
    processor: api.ann.id,
    processor_display: 'ANN(ann)',
  });
});

test('an approval creates the permission with the same id, in the organization and for the applicant', async () => {
  const { id, title } = await api.open({ apply_nodes: [api.node] });
  await expectStatus(api.boss.put(`${api.url}${id}/approve/`, approval({ apply_nodes: [api.node] })), 200);
  const made = await permission(id);
  expect(made).toMatchObject({
    id,
    org_id: DEFAULT_ORG_ID,
    users: [{ id: api.ann.id }],
    assets: [{ id: api.asset }],
    nodes: [{ id: api.node }],
    accounts: ['@ALL'],
    actions: [{ value: 'connect' }],
    from_ticket: true,
    created_by: `ApplyAssetTicket:${id}`,
    name: `${title}-${id.slice(0, 4)}`,
  });
  for (const part of [title, 'ANN(ann)', 'boss(boss)', id]) expect(made?.comment).toContain(part);
  const granted = bodyOf<Json[]>(
    await api
      .as({ id: api.ann.id, username: 'ann', permissions: ['perms.view_myassets'] })
      .get('/api/v1/perms/users/self/assets/'),
  );
  expect(granted.map((row) => row.id)).toContain(api.asset);
});

test("an approver's changes replace the request and are recorded in a comment", async () => {
  const { id } = await api.open({ apply_actions: ['all'] });
  const other = (await api.host({ name: 'web|2', address: '10.0.0.6' })).id;
  await expectStatus(approve(id, api.boss, { apply_assets: [other], apply_accounts: ['root'] }), 200);
  expect(await permission(id)).toMatchObject({ assets: [{ id: other }], accounts: ['root'] });
  const after = await api.ticket(id);
  expect(after).toMatchObject({
    apply_assets: [{ id: other }],
    apply_accounts: ['root'],
    apply_actions: [{ value: 'connect' }],
    rel_snapshot: { apply_assets: ['web|2(10.0.0.6)'] },
  });
  const comments = bodyOf<Json[]>(await api.ann.get(`/api/v1/tickets/comments/?ticket_id=${id}`));
  const body = String(comments[1]?.body);
  expect(comments[1]).toMatchObject({ user: api.boss.id, user_display: 'boss(boss)' });
  expect(body).toContain('boss approved the request.\n\n| Field | Before | After |\n| --- | --- | --- |');
  expect(body).toContain('| Assets | web-1 | web\\|2 |');
  expect(body).toContain('| Accounts | @ALL | root |');
});

test('fields an approver omits stay as requested', async () => {
  const { id } = await api.open();
  const dates = { apply_date_start: inHours(0), apply_date_expired: inHours(9) };
  const body = { org_id: DEFAULT_ORG_ID, apply_accounts: ['@ALL'], ...dates };
  await expectStatus(api.boss.put(`${api.url}${id}/approve/`, body), 200);
  expect(await permission(id)).toMatchObject({
    assets: [{ id: api.asset }],
    actions: [{ value: 'connect' }, { value: 'upload' }],
  });
});

test('B-4-002 with two levels a ticket is approved only after both approvals', async () => {
  await api.setFlow([{ strategy: 'org_admin' }, { strategy: 'super_admin' }]);
  const { id, process_map } = await api.open();
  expect(process_map.map((step) => step.assignees)).toEqual([[api.warden.id], [api.boss.id, api.chief.id]]);
  expect(await messagesTo(api.warden.id, id)).toEqual(['ticket_to_decide']);
  expect(await messagesTo(api.boss.id, id)).toEqual([]);
  expect((await approve(id, api.boss)).status).toBe(403);
  await expectStatus(approve(id, api.warden), 200);
  expect(await outcome(id)).toEqual(['pending', 'open', 'approved', 'pending']);
  expect(await api.ticket(id)).toMatchObject({ approval_step: { value: 2 } });
  expect(await permission(id)).toBeUndefined();
  expect(await messagesTo(api.ann.id, id)).toEqual(['ticket_level_passed']);
  expect(await messagesTo(api.chief.id, id)).toEqual(['ticket_to_decide']);
  expect((await approve(id, api.warden)).status).toBe(403);
  await expectStatus(approve(id, api.chief), 200);
  expect(await outcome(id)).toEqual(['approved', 'closed', 'approved', 'approved']);
  expect((await permission(id))?.users).toMatchObject([{ id: api.ann.id }]);
  const comments = bodyOf<Json[]>(await api.ann.get(`/api/v1/tickets/comments/?ticket_id=${id}`));
  expect(comments.map((comment) => String(comment.body).split('\n')[0])).toEqual([
    'ANN submitted the request.',
    'warden approved level 1.',
    'chief approved the request.',
  ]);
  const rejected = (await api.open()).id;
  await expectStatus(api.warden.put(`${general}${rejected}/reject/`), 200);
  expect(await outcome(rejected)).toEqual(['rejected', 'closed', 'rejected', 'pending']);
  await api.setFlow([{ strategy: 'super_admin' }]);
});

test('before the last level a request may lack accounts and assets, at the last it may not', async () => {
  await api.setFlow([{ strategy: 'org_admin' }, { strategy: 'super_admin' }]);
  const nothing = { apply_assets: [], apply_nodes: [], apply_accounts: [] };
  const { id } = await api.open(nothing);
  await expectStatus(approve(id, api.warden, nothing), 200);
  const refused = await approve(id, api.boss, nothing);
  expect(refused.status).toBe(400);
  expect(refused.json).toEqual({
    apply_nodes: ['Choose at least one asset or node.'],
    apply_assets: ['Choose at least one asset or node.'],
    apply_accounts: ['Name at least one account.'],
  });
  await expectStatus(approve(id, api.boss, { apply_assets: [api.asset] }), 200);
  await api.setFlow([{ strategy: 'super_admin' }]);
});

test('two concurrent approvals approve one level, once', async () => {
  const single = (await api.open()).id;
  const both = await Promise.all([approve(single, api.boss), approve(single, api.chief)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  await api.setFlow([{ strategy: 'super_admin' }, { strategy: 'super_admin' }]);
  const double = (await api.open()).id;
  // Both decisions read the first level, then wait for the lock that a third transaction holds; the second
  // decision was also meant for that level.
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from tickets_ticket where id = $1 for update', [double]);
  const raced = Promise.all([approve(double, api.boss), approve(double, api.chief)]);
  await expect
    .poll(async () => {
      const waiting = await api.services.unhurried.rows(waitingForTickets);
      return waiting.length;
    })
    .toBe(2);
  await holder.query('commit');
  holder.release();
  expect((await raced).map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await outcome(double)).toEqual(['pending', 'open', 'approved', 'pending']);
  const stale = await approve(double, api.boss, { approval_step: 1 });
  expect([stale.status, bodyOf<Json>(stale).code]).toEqual([409, 'changed_meanwhile']);
  await expectStatus(approve(double, api.boss, { approval_step: 2 }), 200);
  await api.setFlow([{ strategy: 'super_admin' }]);
});

test.each<[string, Json, string]>([
  ['no organization', { org_id: undefined }, 'org_id'],
  ['no start', { apply_date_start: undefined }, 'apply_date_start'],
  ['no end', { apply_date_expired: undefined }, 'apply_date_expired'],
  [
    'an end before the start',
    { apply_date_start: inHours(5), apply_date_expired: inHours(4) },
    'apply_date_expired',
  ],
  [
    'an end that has passed',
    { apply_date_start: inHours(-5), apply_date_expired: inHours(-4) },
    'apply_date_expired',
  ],
  ['a template as account', { apply_accounts: [`%${randomUUID()}`] }, 'apply_accounts'],
  ['an invalid level', { approval_step: 'x' }, 'approval_step'],
])('an approval with %s is refused on its field', async (_what, more, name) => {
  const { id } = await api.open();
  const answer = await approve(id, api.boss, more);
  expect([answer.status, Object.keys(answer.json)]).toEqual([400, [name]]);
  expect(await outcome(id)).toEqual(['pending', 'open', 'pending']);
});
