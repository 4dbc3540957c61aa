import { randomUUID } from 'node:crypto';
import { channelOf } from '@gatehouse/contract/events/events.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { OTHER_ORG_ID } from '../../../../test/api.ts';
import { registerComponent } from '../../../../test/component.ts';
import { confirmationsOf } from '../../../../test/confirmations/confirmations.ts';
import { bodyOf, type Json } from '../../../../test/inventory.ts';
import { expectStatus, startTickets, type TicketApi } from '../../../../test/tickets.ts';
import { heldApproval } from './held.ts';
import { closeConfirmation, closeOverdue, outcomeOf } from './outcome.ts';

let api: TicketApi;
let made: ReturnType<typeof confirmationsOf>;
beforeAll(async () => {
  api = await startTickets();
  made = confirmationsOf(api);
});
afterAll(() => api.stop());

const urls = {
  login_confirm: '/api/v1/tickets/apply-login-tickets/',
  login_asset_confirm: '/api/v1/tickets/apply-login-asset-tickets/',
  command_confirm: '/api/v1/tickets/apply-command-tickets/',
} as const;
const types = ['login_confirm', 'login_asset_confirm', 'command_confirm'] as const;
const act = (
  id: string,
  verb: string,
  { caller = api.boss, body = {} as Json, type = types[2] as (typeof types)[number] } = {},
) => caller.put(`${urls[type]}${id}/${verb}/`, body);
const stateOf = async (id: string) => (await outcomeOf(id, api.services.db))?.state;
const messagesTo = async (user: string, ticket: string) => {
  const { rows } = await api.pool.query(
    `select text ->> 'key' as key from notifications_sitemessage where "user" = $1 and text -> 'params' ->> 'id' = $2 order by date_created`,
    [user, ticket],
  );
  return rows.map((row) => row.key);
};
/** What every server hears on an event from now on. */
const listenTo = async (name: 'ticket_ended' | 'approval_revoked'): Promise<(string | undefined)[]> => {
  const heard: (string | undefined)[] = [];
  const client = await api.pool.connect();
  onTestFinished(() => client.release(true));
  client.on('notification', ({ payload }) => heard.push(payload));
  await client.query(`listen ${channelOf(name)}`);
  return heard;
};
const close = (id: string, reason: Parameters<typeof closeConfirmation>[1]) =>
  made.inTransaction((ctx) => closeConfirmation(id, reason, ctx));

test('reviewers learn at once what waits, read the facts, and decide; the applicant learns the outcome', async () => {
  const told = { login_confirm: 'login_to_confirm', login_asset_confirm: 'connection_to_confirm' };
  for (const type of types) {
    const id = await made.open(type);
    expect(await messagesTo(api.chief.id, id)).toEqual([
      { ...told, command_confirm: 'command_to_confirm' }[type],
    ]);
    const { rows } = await api.pool.query(
      `select backend from audits_messagelog d where d.text -> 'params' ->> 'id' = $1 and "user" = $2`,
      [id, api.boss.id],
    );
    expect(rows.map(({ backend }) => backend)).toContain('email');
    const row = bodyOf<Json>(await expectStatus(api.boss.get(`${urls[type]}${id}/`), 200));
    expect(row).toMatchObject({ applicant: 'ANN(ann)', state: { value: 'pending' } });
    expect((await api.stranger.get(`${urls[type]}${id}/`)).status).toBe(404);
    expect((await act(id, 'approve', { type, caller: api.ann })).status).toBe(403);
    expect((await act(id, 'approve', { type })).json).toBe('ok');
    expect(await stateOf(id)).toBe('approved');
    expect(await messagesTo(api.ann.id, id)).toEqual(['ticket_approved']);
  }
});

test('each type shows where from, what and as whom, also to reviewers of other organizations', async () => {
  const [login, asset, command] = await Promise.all(types.map((type) => made.open(type)));
  const read = async (type: (typeof types)[number], id = '') =>
    bodyOf<Json>(await expectStatus(api.boss.get(`${urls[type]}${id}/`), 200));
  expect(await read('login_confirm', login)).toMatchObject({
    apply_login_ip: '203.0.113.7',
    apply_login_city: 'Graz',
    title: 'ANN signs in from 203.0.113.7',
  });
  expect(await read('login_asset_confirm', asset)).toMatchObject({
    apply_login_user: { id: api.ann.id, username: 'ann' },
    apply_login_asset: { id: api.asset, name: 'web-1', address: '10.0.0.5' },
    apply_login_account: 'root',
    org_id: DEFAULT_ORG_ID,
  });
  const { session, filter } = made.samples.command_confirm;
  expect(await read('command_confirm', command)).toMatchObject({
    apply_run_command: 'systemctl restart erp',
    apply_run_asset: 'web-1(10.0.0.5)',
    apply_from_session: { id: session },
    apply_from_cmd_filter_acl: filter,
    rel_snapshot: { apply_run_command: 'systemctl restart erp' },
  });
  const found = async (query: string) =>
    bodyOf<Json[]>(await api.boss.get(`/api/v1/tickets/tickets/?${query}`)).map(({ id }) => id);
  expect(await found('relevant_command=restart%20erp')).toContain(command);
  expect(await found('relevant_command=rm')).toEqual([]);
  expect(await found('relevant_asset=web-1')).toEqual(expect.arrayContaining([asset, command]));
});

test('the applicant, disabled users and strangers to the organization do not count as reviewers', async () => {
  const gone = await api.userWith('gone');
  await api.pool.query('update users_user set is_active = false where id = $1', [gone.id]);
  const foreigner = await api.foreign.user('foreigner');
  const reviewers = [api.ann.id, gone.id, foreigner, randomUUID(), 'x'];
  const sample = made.samples.command_confirm;
  expect(await made.ask({ ...sample, reviewers })).toEqual({ outcome: 'no_reviewer' });
  expect(await made.ask({ ...sample, reviewers: [] })).toEqual({ outcome: 'no_reviewer' });
  const login = { ...made.samples.login_confirm, reviewers };
  expect(await made.ask(login)).toMatchObject({ outcome: 'opened', reviewers: [{ id: foreigner }] });
  const opened = await made.ask({ ...sample, reviewers: [...reviewers, api.boss.id] });
  expect(opened).toMatchObject({ outcome: 'opened', reviewers: [{ id: api.boss.id }] });
});

test('a flow of the type adds a second level', async () => {
  const rules = [{ strategy: 'super_admin' }, { strategy: 'custom_user', assignees: [api.warden.id] }];
  const flow = { type: 'command_confirm', approval_level: 2, rules };
  const { id: flowId } = bodyOf<{ id: string }>(
    await expectStatus(api.admin.post('/api/v1/tickets/flows/', flow), 201),
  );
  const id = await made.open('command_confirm');
  await act(id, 'approve', { body: { hold: 'minutes', hold_minutes: 60 } });
  expect(await stateOf(id)).toBe('pending');
  expect(await messagesTo(api.warden.id, id)).toEqual(['command_to_confirm']);
  await expectStatus(act(id, 'approve', { caller: api.warden }), 200);
  expect(await stateOf(id)).toBe('approved');
  await api.pool.query('delete from tickets_ticketflow where id = $1', [flowId]);
});

test('too many open tickets of an applicant are refused', async () => {
  const eager = await api.userWith('eager');
  for (let batch = 0; batch < 10; batch += 1)
    await Promise.all(Array.from({ length: 10 }, () => made.open('login_confirm', { applicant: eager.id })));
  expect(await made.ask({ ...made.samples.login_confirm, applicant: eager.id })).toEqual({
    outcome: 'too_many',
  });
});

test('approval, cancellation and closing race: one outcome, told once', async () => {
  const heard = await listenTo('ticket_ended');
  for (let round = 0; round < 5; round += 1) {
    const id = await made.open('command_confirm');
    const [yes, no, ...closings] = await Promise.all([
      act(id, 'approve'),
      act(id, 'reject', { caller: api.chief }),
      close(id, 'cancelled'),
      close(id, 'timed_out'),
      close(id, 'session_ended'),
    ]);
    const won = [yes?.status === 200, no?.status === 200, ...closings].filter((one) => one === true);
    expect(won).toHaveLength(1);
    const { rows } = await api.pool.query(
      `select state from tickets_comment where ticket = $1 and state <> 'pending'`,
      [id],
    );
    expect(rows).toEqual([{ state: await stateOf(id) }]);
    await vi.waitFor(() => expect(heard.filter((one) => one === id)).toHaveLength(1));
    expect(await close(id, 'cancelled')).toBe(false);
  }
});

test('what nobody decides in time is closed, and cannot be decided any more', async () => {
  const id = await made.open('command_confirm');
  const request = await api.open();
  await api.pool.query(
    `update tickets_ticket set date_created = now() - interval '31 minutes' where id = any($1)`,
    [[id, request.id]],
  );
  expect(await stateOf(id)).toBe('closed');
  expect(bodyOf<Json>(await act(id, 'approve')).code).toBe('ticket_closed');
  expect(await closeOverdue(api.services.db, made.contextIn)).toBe(1);
  const row = bodyOf<Json>(await api.boss.get(`${urls.command_confirm}${id}/`));
  expect(row).toMatchObject({ state: { value: 'closed' }, status: { value: 'closed' } });
  expect(await stateOf(request.id)).toBe('pending');
});

test('several are decided together, each type at its own address', async () => {
  const ids = await Promise.all([made.open('command_confirm'), made.open('command_confirm')]);
  const other = await made.open('login_confirm');
  const all = { tickets: [...ids, other] };
  expect((await api.boss.put(`${urls.command_confirm}bulk/?action=approve`, all)).json).toBe('ok');
  expect(await Promise.all([...ids, other].map(stateOf))).toEqual(['approved', 'approved', 'pending']);
});

test('components see and end the tickets of their own sessions, and name the session of a ticket', async () => {
  const component = await registerComponent(api, 'gate');
  const thief = await registerComponent(api, 'thief');
  const session = await component.session({ user_id: api.ann.id, asset_id: api.asset });
  const id = await made.open('command_confirm', { session } as Json);
  const url = `/api/v1/tickets/super-tickets/${id}/status/`;
  expect((await component.get(url)).json).toMatchObject({ id, state: { value: 'pending' }, processor: '' });
  expect((await thief.get(url)).status).toBe(404);
  expect((await thief.delete(url)).status).toBe(404);
  expect((await api.boss.get(url)).status).toBe(403);
  expect((await component.delete(url)).json).toBe('ok');
  expect((await component.delete(url)).json).toBe('ok');
  expect((await component.get(url)).json).toMatchObject({
    state: { value: 'closed' },
    processor: 'ANN(ann)',
  });

  const plain = await api.userWith('plain');
  const ticket = await made.open('login_asset_confirm', {
    reviewers: [api.boss.id, api.chief.id, plain.id],
  });
  await act(ticket, 'approve', { type: 'login_asset_confirm' });
  const link = { ticket, session };
  expect((await api.boss.post('/api/v1/tickets/ticket-session-relation/', link)).status).toBe(403);
  expect((await thief.post('/api/v1/tickets/ticket-session-relation/', link)).status).toBe(404);
  expect((await component.post('/api/v1/tickets/ticket-session-relation/', link)).json).toEqual(link);
  const card = `/api/v1/tickets/tickets/${ticket}/session/`;
  expect((await api.boss.get(card)).json).toMatchObject({ id: session, terminal: { type: 'koko' } });
  expect((await api.stranger.get(card)).status).toBe(404);
  expect((await api.boss.get(`/api/v1/tickets/tickets/${(await api.open()).id}/session/`)).status).toBe(404);

  const watches = async (user: string, by = component) =>
    (await by.post('/api/v1/terminal/sessions/join/validate/', { user_id: user, session_id: session }))
      .status;
  expect([await watches(plain.id), await watches(api.stranger.id)]).toEqual([200, 401]);
  expect(await watches(plain.id, thief)).toBe(401);
  const orders = '/api/v1/terminal/tasks/';
  const other = await component.session();
  for (const [caller, ids] of [
    [api.stranger, [session]],
    [api.boss, [session, other]],
    [api.ann, [session]],
  ] as const)
    expect((await caller.post(`${orders}kill-session-for-ticket/`, ids)).status).toBe(403);
  const lock = { session_id: session, task_name: 'lock_session' };
  expect((await api.chief.post(`${orders}toggle-lock-session-for-ticket/`, lock)).json).toEqual({
    ok: [session],
  });
  expect((await api.boss.post(`${orders}kill-session-for-ticket/`, [session])).json).toEqual({
    ok: [session],
  });
});

test('an approval holds as its approver says, exactly for what was asked, until it is revoked', async () => {
  const { session, filter, command } = made.samples.command_confirm;
  const asked = {
    type: 'command_confirm',
    applicant: api.ann.id,
    session,
    filter: filter.id,
    command,
  } as const;
  const holds = async (more: object = {}) =>
    (await heldApproval({ ...asked, ...more }, api.services.db))?.ticket;
  for (const [body, field] of [
    [{ hold: 'minutes' }, 'hold_minutes'],
    [{ hold: 'minutes', hold_minutes: 0 }, 'hold_minutes'],
    [{ hold: 'minutes', hold_minutes: 481 }, 'hold_minutes'],
    [{ hold: 'ever' }, 'hold'],
  ] as const)
    expect(bodyOf<Json>(await act(await made.open('command_confirm'), 'approve', { body }))).toHaveProperty(
      field,
    );
  const login = await made.open('login_confirm');
  expect((await act(login, 'approve', { type: 'login_confirm', body: { hold: 'session' } })).status).toBe(
    400,
  );
  const once = await made.open('command_confirm');
  await act(once, 'approve', { body: { hold: 'once' } });
  expect(await holds()).toBeUndefined();
  expect(bodyOf<Json>(await act(once, 'revoke')).code).toBe('ticket_not_held');
  const id = await made.open('command_confirm');
  await act(id, 'approve', { body: { hold: 'minutes', hold_minutes: 5 } });
  expect(await holds()).toBe(id);
  for (const other of [
    { applicant: api.boss.id },
    { session: randomUUID() },
    { filter: randomUUID() },
    { command: 'x' },
  ])
    expect(await holds(other)).toBeUndefined();
  expect((await act(id, 'revoke', { caller: api.ann })).status).toBe(403);
  const heard = await listenTo('approval_revoked');
  expect((await act(id, 'revoke', { caller: api.chief })).json).toBe('ok');
  expect(await holds()).toBeUndefined();
  await vi.waitFor(() => expect(heard).toEqual([id]));
  expect(bodyOf<Json>(await act(id, 'revoke')).code).toBe('ticket_not_held');
  const { rows } = await api.pool.query(
    `select action from audits_operatelog where resource_id = $1 and "user" = 'chief(chief)'`,
    [id],
  );
  expect(rows).toEqual([{ action: 'update' }]);
});

test('the operate log states with a decision what was uncertain about the command', async () => {
  const diffOf = async (more: object) => {
    const id = await made.open('command_confirm', more);
    await expectStatus(act(id, 'approve'), 200);
    const { rows } = await api.pool.query(
      `select diff from audits_operatelog where resource_id = $1 and action = 'approve'`,
      [id],
    );
    return rows[0].diff;
  };
  expect(await diffOf({ doubt: 'uncertain' })).toMatchObject({
    'Please note': ['', expect.stringMatching(/^It is not certain that exactly this runs/)],
  });
  expect(await diffOf({})).not.toHaveProperty('Please note');
});

test('revoking a connection ends the session that it opened', async () => {
  const component = await registerComponent(api, 'gate-2');
  const session = await component.session({ user_id: api.ann.id, asset_id: api.asset });
  const type = 'login_asset_confirm';
  const id = await made.open(type);
  await act(id, 'approve', { type });
  expect(bodyOf<Json>(await act(id, 'revoke', { type })).code).toBe('ticket_not_held');
  await component.post('/api/v1/tickets/ticket-session-relation/', { ticket: id, session });
  expect((await act(id, 'revoke', { type })).json).toBe('ok');
  const { rows } = await api.pool.query('select name from terminal_task where args = $1', [session]);
  expect(rows).toEqual([{ name: 'kill_session' }]);
});

test('the time to a decision is measured: on the ticket, and on average for its approvers', async () => {
  const judge = await api.userWith('judge');
  const times = async () => (await judge.call('GET /api/v1/tickets/decision-times/')).json;
  expect(await times()).toEqual({ decided: 0, average: null, waiting: 0 });
  const ids = [];
  for (const minutes of [10, 20]) {
    const id = await made.open('command_confirm', { reviewers: [judge.id] });
    ids.push(id);
    await api.pool.query(
      'update tickets_ticket set date_created = now() - make_interval(mins => $2) where id = $1',
      [id, minutes],
    );
  }
  expect((await times()).waiting).toBe(2);
  const read = async (id: string) => bodyOf<Json>(await judge.get(`${urls.command_confirm}${id}/`));
  expect((await read(ids[0]!)).decided_after).toBe(null);
  await act(ids[0]!, 'approve', { caller: judge, body: { hold: 'minutes', hold_minutes: 5 } });
  await act(ids[1]!, 'reject', { caller: judge });
  const after = [(await read(ids[0]!)).decided_after, (await read(ids[1]!)).decided_after] as number[];
  for (const [at, seconds] of [600, 1200].entries()) {
    expect(after[at]).toBeGreaterThanOrEqual(seconds - 2);
    expect(after[at]).toBeLessThan(seconds + 60);
  }
  await act(ids[0]!, 'revoke', { caller: judge });
  expect((await read(ids[0]!)).decided_after).toBe(after[0]);
  const { decided, average, waiting } = await times();
  expect([decided, waiting]).toEqual([2, 0]);
  expect(Math.abs(Number(average) - (after[0]! + after[1]!) / 2)).toBeLessThan(3);
});

test('approvals that hold: applicants see theirs, reviewers and who may change the rule take them back', async () => {
  const nina = await api.userWith('nina');
  const held = async (caller: { call: typeof api.boss.call }) =>
    (await caller.call('GET /api/v1/tickets/held-approvals/')).json.approvals.filter(
      ({ applicant }) => applicant === 'NINA(nina)',
    );
  const open = async () => {
    const id = await made.open('command_confirm', { applicant: nina.id });
    await act(id, 'approve', { body: { hold: 'minutes', hold_minutes: 30 } });
    return id;
  };
  const once = await made.open('command_confirm', { applicant: nina.id });
  await act(once, 'approve');
  const id = await open();
  const facts = { id, approved_by: 'boss(boss)', org_id: DEFAULT_ORG_ID, until: expect.any(String) };
  expect(await held(nina)).toMatchObject([{ ...facts, can_revoke: false }]);
  expect(await held(api.chief)).toMatchObject([{ ...facts, can_revoke: true }]);
  expect(await held(api.stranger)).toEqual([]);
  const permissions = ['tickets.view_ticket', 'acls.change_commandfilteracl'];
  const ruler = api.as({ id: api.stranger.id, permissions });
  const elsewhere = api.as({ id: api.stranger.id, permissions, org: OTHER_ORG_ID });
  expect(await held(ruler)).toMatchObject([{ id, can_revoke: true }]);
  expect(await held(elsewhere)).toEqual([]);
  const revoke = async (caller: typeof ruler, of = id) =>
    (await caller.post(`/api/v1/tickets/held-approvals/${of}/revoke/`)).status;
  expect([await revoke(api.stranger), await revoke(elsewhere), await revoke(nina)]).toEqual([404, 404, 403]);
  expect([await revoke(ruler, once), await revoke(ruler), await revoke(ruler)]).toEqual([400, 200, 400]);
  expect(await held(nina)).toEqual([]);
  expect(await revoke(api.boss, await open())).toBe(200);
  const { rows } = await api.pool.query(
    `select "user" from audits_operatelog where resource_id = $1 and action = 'update'`,
    [id],
  );
  expect(rows).toHaveLength(1);
});
