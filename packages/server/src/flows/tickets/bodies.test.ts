import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Json } from '../../../test/inventory.ts';
import { inHours, startTickets, type TicketApi } from '../../../test/tickets.ts';

let api: TicketApi;
beforeAll(async () => {
  api = await startTickets();
});
afterAll(() => api.stop());

type Sent = string | Json | undefined;

/** Sends exactly this text; `undefined` sends no body. */
const send = async (caller: TicketApi['boss'], address: string, body: Sent): Promise<[number, unknown]> => {
  const [method = '', path = ''] = address.split(' ');
  const payload = typeof body === 'object' ? JSON.stringify(body) : body;
  const answer = await api.app.inject({
    method: method as 'PUT',
    url: `${api.url}${path}`,
    ...(payload !== undefined && { payload }),
    headers: {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      'x-test-caller': caller.key,
    },
  });
  return [answer.statusCode, answer.json()];
};

const required = 'This field is required.';
const empty = 'This field may not be empty.';
const notObject = { non_field_errors: ['Enter an object.'] };
const notList = 'Enter a list.';
const notDate = 'Enter a date and time such as 2031/01/02 03:04:05 +0800.';
const wrongId = { id: ['This is not a valid id.'] };
const tooMany = ['Use at most 500 entries.'];
const many = () => Array.from({ length: 501 }, () => api.asset);
const badParts: Json = {
  apply_assets: 'x',
  apply_nodes: [true],
  apply_accounts: ['a'],
  apply_actions: ['fly'],
  apply_date_start: 'soon',
};
const badPartsRefused = {
  apply_nodes: ['An id was expected, not a boolean.'],
  apply_assets: [notList],
  apply_actions: ['"fly" is not one of the choices.'],
  apply_date_start: [notDate],
  apply_date_expired: [empty],
};

test.each<[string, () => Sent, unknown]>([
  ['no body', () => undefined, { org_id: [required], title: [required] }],
  ['null', () => 'null', { org_id: [required], title: [required] }],
  ['a list', () => '[]', notObject],
  ['a text', () => '"x"', notObject],
  ['an invalid id', () => api.request({ id: 'x' }), wrongId],
  ['an invalid id alone', () => ({ id: 'x' }), { org_id: [required], title: [required], ...wrongId }],
  [
    'several mistakes',
    () => api.request({ ...badParts, title: '', apply_date_expired: null }),
    { title: ['This field may not be blank.'], ...badPartsRefused },
  ],
  ['too many assets', () => api.request({ title: '', apply_assets: many() }), { apply_assets: tooMany }],
  ['no accounts', () => api.request({ apply_accounts: null }), { apply_accounts: [empty] }],
  ['null as actions', () => api.request({ apply_actions: null }), { apply_actions: [notList] }],
  [
    'an unknown name',
    () => api.request({ apply_assets: [{ name: 'nowhere' }] }),
    { apply_assets: ['"nowhere" is not known here.'] },
  ],
])('opening a ticket with %s is refused with all mistakes at once', async (_what, body, refusal) => {
  expect(await send(api.ann, 'POST open/', body())).toEqual([400, refusal]);
});

test('an applicant is read only from a caller who may name one', async () => {
  expect((await send(api.ann, 'POST open/', api.request({ applicant: true })))[0]).toBe(201);
  const agent = await api.userWith('agent', ['tickets.view_ticket', 'tickets.add_superticket']);
  expect(await send(agent, 'POST open/', api.request({ applicant: 5 }))).toEqual([
    400,
    { applicant: ['"5" does not exist or is not visible to you.'] },
  ]);
  const [status, made] = await send(agent, 'POST open/', api.request({ applicant: null }));
  expect([status, (made as Json).applicant]).toEqual([201, 'AGENT(agent)']);
});

const approvalOf = (more: Json = {}): Json => ({
  org_id: DEFAULT_ORG_ID,
  apply_accounts: ['@ALL'],
  apply_date_start: inHours(0),
  apply_date_expired: inHours(3),
  ...more,
});
const changed = {
  detail: 'This object has been changed since you opened it. Nothing was saved.',
  code: 'changed_meanwhile',
};

test.each<[string, () => Sent, number, unknown]>([
  ['no body', () => undefined, 400, { org_id: [required], apply_accounts: [empty] }],
  ['null', () => 'null', 400, { org_id: [required], apply_accounts: [empty] }],
  ['no accounts', () => ({ ...approvalOf(), apply_accounts: undefined }), 400, { apply_accounts: [empty] }],
  ['a list', () => '[]', 400, notObject],
  ['an invalid id', () => approvalOf({ id: 'x' }), 400, wrongId],
  [
    'an invalid level and version',
    () => approvalOf({ org_id: 5, approval_step: 'x', seen: 'never' }),
    400,
    { approval_step: ['"x" is not one of the choices.'], seen: [notDate] },
  ],
  ['another level', () => approvalOf({ approval_step: 2 }), 409, changed],
  ['another version', () => approvalOf({ seen: '2020-01-01 00:00:00' }), 409, changed],
  [
    'no dates',
    () => ({ org_id: DEFAULT_ORG_ID, apply_accounts: [] }),
    400,
    { apply_date_start: [empty], apply_date_expired: [empty] },
  ],
  ['several mistakes', () => ({ org_id: DEFAULT_ORG_ID, ...badParts }), 400, badPartsRefused],
  ['too many nodes', () => approvalOf({ ...badParts, apply_nodes: many() }), 400, { apply_nodes: tooMany }],
])('an approval with %s is refused by both methods', async (_what, body, status, refusal) => {
  const { id } = await api.open();
  for (const method of ['PUT', 'PATCH'])
    expect(await send(api.boss, `${method} ${id}/approve/`, body())).toEqual([status, refusal]);
});

test('an approval without accounts is told so of a ticket that is closed as well', async () => {
  const { id } = await api.open();
  expect(await send(api.boss, `PUT ${id}/reject/`, undefined)).toEqual([200, 'ok']);
  expect(await send(api.boss, `PUT ${id}/approve/`, {})).toEqual([
    400,
    { org_id: [required], apply_accounts: [empty] },
  ]);
  expect((await send(api.boss, `PUT ${id}/approve/`, approvalOf()))[1]).toMatchObject({
    code: 'ticket_closed',
  });
});

test("a version is read in the caller's time zone", async () => {
  const { id, date_updated } = await api.open();
  const wall = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');
  const [date, time, zone] = String(date_updated).split(' ');
  const instant = new Date(`${date?.replaceAll('/', '-')}T${time}${zone}`);
  const tokyo = api.as({ id: api.boss.id, username: 'boss', zone: 'Asia/Tokyo' });
  const asSeen = wall(new Date(instant.getTime() + 9 * 3_600_000));
  const bulk = `${api.url}bulk/?action=reject`;
  const wrong = await tokyo.put(bulk, { tickets: [id], seen: { [id]: wall(instant) } });
  expect([wrong.status, bodyOf<Json>(wrong).code]).toEqual([409, 'changed_meanwhile']);
  expect((await tokyo.put(`${api.url}${id}/reject/`, { seen: wall(instant) })).status).toBe(409);
  expect((await tokyo.put(`${api.url}${id}/reject/`, { seen: asSeen })).json).toBe('ok');
});

test.each<[Sent, number, unknown]>([
  ['[]', 400, notObject],
  ['5', 400, notObject],
  [{ approval_step: { value: 7 } }, 400, { approval_step: ['"7" is not one of the choices.'] }],
  [{ approval_step: 2 }, 409, changed],
  [{ seen: 5, approval_step: null }, 400, { approval_step: [empty], seen: [notDate] }],
  [{ seen: '' }, 200, 'ok'],
  [{ seen: null }, 200, 'ok'],
  ['null', 200, 'ok'],
  [undefined, 200, 'ok'],
])('a rejection or withdrawal with the body %j is answered %i', async (body, status, answer) => {
  for (const end of ['reject', 'close']) {
    const { id } = await api.open();
    expect(await send(api.boss, `PUT ${id}/${end}/`, body)).toEqual([status, answer]);
  }
});

test.each<[string, Sent, string]>([
  ['', {}, 'Set action=approve or action=reject to decide several tickets.'],
  ['?action=fly', {}, 'Set action=approve or action=reject to decide several tickets.'],
  ['?action=reject', 'null', notList],
  ['?action=reject', { tickets: 'x' }, notList],
  ['?action=reject', { tickets: Array(101).fill('x'), seen: 5 }, 'Use at most 100 entries.'],
  ['?action=reject', { tickets: [], seen: 5 }, notDate],
  ['?action=reject', { tickets: [], seen: [] }, notDate],
  ['?action=reject', { tickets: [], seen: { x: 5 } }, notDate],
])('a bulk decision with query "%s" and body %j is refused in one sentence', async (query, body, error) => {
  expect(await send(api.boss, `PUT bulk/${query}`, body)).toEqual([400, { error }]);
});

test('a bulk decision names tickets by id, or by an object with an id', async () => {
  const { id } = await api.open();
  expect(await send(api.boss, 'PUT bulk/?action=reject', { tickets: [{ id }, 5, true], seen: null })).toEqual(
    [200, 'ok'],
  );
  expect((await api.ticket(id)).state.value).toBe('rejected');
});
