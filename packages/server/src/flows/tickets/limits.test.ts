import { randomUUID } from 'node:crypto';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { bodyOf, type Json } from '../../../test/inventory.ts';
import { expectStatus, inHours, startTickets, type TicketApi } from '../../../test/tickets.ts';

let api: TicketApi;
beforeAll(async () => {
  api = await startTickets();
});
afterAll(() => api.stop());

const comments = (ticket: string) => `/api/v1/tickets/comments/?ticket_id=${ticket}`;
const years = (count: number) => inHours(count * 366 * 24);
const unknown = (count: number) => Array.from({ length: count }, () => randomUUID());
const approval = (more: Json): Json => ({
  org_id: DEFAULT_ORG_ID,
  apply_accounts: ['@ALL'],
  apply_date_start: inHours(0),
  apply_date_expired: inHours(2),
  ...more,
});

const far = 'Choose a time at most 10 years from now.';
const disguised = 'Remove the control characters.';
const refusals: [string, Json, Json][] = [
  ['an end in the year 9999', { apply_date_expired: '9999-12-31 00:00:00' }, { apply_date_expired: [far] }],
  ['an end in eleven years', { apply_date_expired: years(11) }, { apply_date_expired: [far] }],
  ['a start in the year 1', { apply_date_start: '0001-01-01 00:00:00' }, { apply_date_start: [far] }],
  ['a list of 501 assets', { apply_assets: unknown(501) }, { apply_assets: ['Use at most 500 entries.'] }],
  ['a list of 501 nodes', { apply_nodes: unknown(501) }, { apply_nodes: ['Use at most 500 entries.'] }],
  [
    'a list of 101 accounts',
    { apply_accounts: unknown(101) },
    { apply_accounts: ['Use at most 100 entries.'] },
  ],
  [
    'an account name with a zero-width character',
    { apply_accounts: ['\u200Broot'] },
    { apply_accounts: [disguised] },
  ],
];

test.each(refusals)('%s is refused when requesting and when approving', async (_what, more, error) => {
  const opened = await api.ann.post(`${api.url}open/`, api.request(more));
  expect([opened.status, opened.json]).toEqual([400, error]);
  const { id } = await api.open();
  const approved = await api.boss.patch(`${api.url}${id}/approve/`, approval(more));
  expect([approved.status, approved.json]).toEqual([400, error]);
});

test('a title has no hidden characters', async () => {
  const opened = await api.ann.post(`${api.url}open/`, api.request({ title: 'Read\u202E only' }));
  expect([opened.status, opened.json]).toEqual([400, { title: [disguised] }]);
  await api.open({ title: 'می\u200Cخواهم 👩\u200D💻' });
});

test('a request with an implausible date is not approved in bulk', async () => {
  const { id, title } = await api.open();
  await api.pool.query("update tickets_ticket set apply_date_expired = '9999-12-31' where id = $1", [id]);
  const answer = await api.boss.put(`${api.url}bulk/?action=approve`, { tickets: [id] });
  expect([answer.status, bodyOf<Json>(answer).error]).toEqual([400, `${title}: ${far}`]);
  expect((await api.ticket(id)).state.value).toBe('pending');
});

test('a user can have at most a hundred open requests', async () => {
  const eager = await api.userWith('eager');
  const first = await api.open({}, eager);
  // A few at a time: all wait for the same counter, and a request that waits ten seconds for a database
  // connection fails.
  for (let round = 0; round < 11; round += 1)
    await Promise.all(Array.from({ length: 9 }, () => api.open({}, eager)));
  const more = await eager.post(`${api.url}open/`, api.request());
  expect([more.status, more.json]).toEqual([
    400,
    {
      non_field_errors: [
        'An applicant can have at most 100 open requests. Wait for a decision or withdraw one first.',
      ],
    },
  ]);
  await expectStatus(eager.put(`${api.url}${first.id}/close/`), 200);
  await api.open({}, eager);
});

test('comments are limited in length and number', async () => {
  const { id } = await api.open();
  const long = await api.ann.post(comments(id), { body: 'x'.repeat(4097) });
  expect([long.status, long.json]).toEqual([400, { body: ['Use at most 4096 characters.'] }]);
  await expectStatus(api.ann.post(comments(id), { body: 'x'.repeat(4096) }), 201);
  await api.pool.query(
    `insert into tickets_comment (id, ticket, "user", user_display, body, type, state, date_created, date_updated)
     select gen_random_uuid(), ticket, "user", user_display, 'more', type, state, now(), now()
     from tickets_comment, generate_series(2, 200) where ticket = $1 and type = 'common'`,
    [id],
  );
  const full = await api.boss.post(comments(id), { body: 'one more' });
  expect([full.status, full.json]).toEqual([400, { body: ['A ticket takes at most 200 comments.'] }]);
});

test('a decision can be explained by a comment afterwards', async () => {
  const { id } = await api.open();
  await expectStatus(api.boss.put(`${api.url}${id}/reject/`), 200);
  await expectStatus(api.boss.post(comments(id), { body: 'Ask the owner first.' }), 201);
});

test('tickets are numbered by a daily counter, without reading other tickets', async () => {
  const { id, serial_num } = await api.open();
  const day = String(serial_num).slice(0, 8);
  await api.pool.query('update tickets_number set last = 9999 where day = $1', [day]);
  const many = await Promise.all([api.open(), api.open(), api.open()]);
  expect(many.map((ticket) => ticket.serial_num).sort()).toEqual([
    `${day}10000`,
    `${day}10001`,
    `${day}10002`,
  ]);
  expect((await api.ticket(id)).serial_num).toBe(serial_num);
});

test('requesting for others works only in organizations the caller can enter', async () => {
  const asker = { id: randomUUID(), permissions: ['tickets.view_ticket', 'tickets.add_superticket'] };
  const body = api.request({ applicant: api.ann.id });
  const answer = await api.as({ ...asker, org: OTHER_ORG_ID }).post(`${api.url}open/`, body);
  expect([answer.status, Object.keys(answer.json)]).toEqual([400, ['org_id']]);
  expect(answer.text).not.toContain('ann');
  for (const org of [DEFAULT_ORG_ID, ROOT_ORG_ID])
    await expectStatus(api.as({ ...asker, org }).post(`${api.url}open/`, body), 201);
});
