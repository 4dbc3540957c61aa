import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { estateOf } from '../../../test/estate.ts';
import { createNotices } from '../../platform/notices.ts';
import { visitorMark } from './visitor.ts';

type Wire = { id: string; [field: string]: unknown };
type Caller = ReturnType<(typeof api)['as']>;
const tokens = '/api/v1/authentication/connection-token/';
const methodsUrl = '/api/v1/terminal/components/connect-methods/';
const rulesUrl = '/api/v1/acls/login-asset-acls/';
let api: Awaited<ReturnType<typeof startApi>>;
let admin: Caller;
let ann: Caller;
let boss: Caller;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await startApi({ notices: (url) => createNotices(url) });
  admin = api.as({ superuser: true });
  const estate = estateOf(api.pool);
  ids.host = await estate.asset({
    name: 'host-1',
    address: '10.0.0.7',
    protocols: [{ name: 'ssh', port: 22 }],
  });
  ids.other = await estate.asset({
    name: 'host-2',
    address: '10.0.0.8',
    protocols: [{ name: 'ssh', port: 22 }],
  });
  const member = async (username: string) => {
    const id = await estate.user(username);
    ids[username] = id;
    return api.as({ id, username, permissions: permissionsOfBuiltinRole(builtinRoles.user) });
  };
  [ann, boss] = [await member('ann'), await member('boss')];
  gateway = await registerComponent(api, '[KoKo]-rules');
  const allowed = await admin.post('/api/v1/perms/asset-permissions/', {
    name: 'ann on both',
    users: [ids.ann],
    assets: [ids.host, ids.other],
    accounts: ['@INPUT', '@USER'],
    actions: ['connect'],
  });
  expect(allowed.status, allowed.text).toBe(201);
});
afterAll(() => api.stop());
afterEach(async () => {
  for (const name of ['loginassetacl', 'connectmethodacl', 'commandfilteracl', 'commandgroup'])
    await api.pool.query(`delete from acls_${name}`);
  await inForce();
});

const kinds = { assetLogins: 'loginassetacl', filters: 'commandfilteracl' } as const;
/** Waits until the stored rules are in force. */
const inForce = async () => {
  const { ruleBook } = api.services;
  const known = async () => [
    ...(await Promise.all(
      (Object.keys(kinds) as (keyof typeof kinds)[]).map(
        async (kind) => (await ruleBook[kind](DEFAULT_ORG_ID)).rules.length,
      ),
    )),
    (await ruleBook.methods()).rules.length,
  ];
  const stored = await Promise.all(
    [...Object.values(kinds), 'connectmethodacl'].map(async (name) =>
      Number((await api.pool.query(`select count(*) from acls_${name}`)).rows[0].count),
    ),
  );
  await expect.poll(known).toEqual(stored);
};
const make = async (url: string, body: object): Promise<string> => {
  const made = await admin.post(url, body);
  expect(made.status, made.text).toBe(201);
  await inForce();
  return (made.json as Wire).id;
};
const rule = (action: string, more: object = {}) =>
  make(rulesUrl, {
    name: `rule ${action}`,
    priority: 50,
    action,
    users: { type: 'ids', ids: [ids.ann] },
    assets: { type: 'attrs', attrs: [{ name: 'address', match: 'ip_in', value: '10.0.0.7' }] },
    accounts: ['@ALL'],
    rules: { ip_group: ['*'], time_period: [] },
    reviewers: ['review', 'notice'].includes(action) ? [ids.boss] : [],
    ...more,
  });
const ask = (more: object = {}, query = '') =>
  ann.post(`${tokens}${query}`, {
    asset: ids.host,
    account: '@USER',
    protocol: 'ssh',
    connect_method: 'web_cli',
    ...more,
  });
const redeem = (id: string) =>
  gateway.post('/api/v1/authentication/super-connection-token/secret/', {
    id,
    visitor: visitorMark({ user: String(ids.ann), address: '127.0.0.1' }, api.services.vault),
  });
const decide = (ticket: string, how: 'approve' | 'reject') =>
  boss.put(`/api/v1/tickets/apply-login-asset-tickets/${ticket}/${how}/`, {});

/** What the operate log says of decisions of a rule, the latest first. */
const decided = async (id: string, action: string) =>
  (
    await api.pool.query(
      `select "user", resource, remote_addr, org_id::text as org, diff from audits_operatelog
        where resource_id = $1 and action = $2 order by datetime desc`,
      [id, action],
    )
  ).rows;

test('a refused connection leaves a record of user, asset, account, method, address and rule, which is listed and counted', async () => {
  const id = await rule('reject', { name: 'Not at night' });
  for (const account of ['@USER', '@INPUT'])
    expect((await ask({ account, input_username: 'root' })).status).toBe(400);
  const facts = { Asset: ['', 'host-1(10.0.0.7)'], 'Connect method': ['', 'Web CLI'] };
  const [typed, own] = await decided(id, 'reject');
  expect(typed).toEqual({
    user: 'ann(ann)',
    resource: 'Not at night: ann(ann) → host-1(10.0.0.7)',
    remote_addr: '127.0.0.1',
    org: DEFAULT_ORG_ID,
    diff: { ...facts, Account: ['', 'root'] },
  });
  expect(own.diff).toEqual({ ...facts, Account: ['', 'ann'] });
  const listed = await admin.get(`/api/v1/audits/operate-logs/?action=reject&resource_id=${id}`);
  expect(listed.json).toMatchObject([
    { user: 'ann(ann)', action: { value: 'reject' }, resource_type: expect.stringMatching(/rule/i) },
    {},
  ]);
  const { json } = await admin.get(`${rulesUrl}${id}/decisions/`);
  expect(json).toMatchObject({ verdicts: [{ verdict: 'reject', counts: [0, 0, 0, 0, 0, 0, 2] }] });
});

test('a connection rule that rejects refuses the token and says which rule; other assets stay open', async () => {
  await rule('reject', { name: 'Not at night' });
  const refused = await ask();
  expect([refused.status, refused.json]).toEqual([
    400,
    { code: 'acl_reject', detail: 'The rule “Not at night” does not allow this.' },
  ]);
  expect((await ask({ asset: ids.other })).status).toBe(201);
});

test('a rule for one account leaves the others; a typed name counts as the account', async () => {
  await rule('reject', { accounts: ['root'] });
  expect((await ask({ account: '@INPUT', input_username: 'root' })).json).toMatchObject({
    code: 'acl_reject',
  });
  expect((await ask({ account: '@INPUT', input_username: 'guest' })).status).toBe(201);
});

test('under review, a token waits for its ticket: the approval starts it', async () => {
  await rule('review');
  expect((await ask()).json).toMatchObject({ code: 'acl_review' });
  const made = await ask({}, '?create_ticket=1');
  expect(made.status, made.text).toBe(201);
  const token = made.json as Wire & { from_ticket: string; from_ticket_info: Wire };
  expect(token).toMatchObject({
    is_active: false,
    from_ticket_info: {
      check_ticket_api: { method: 'GET', url: `/api/v1/tickets/tickets/${token.from_ticket}/` },
      close_ticket_api: { method: 'PUT', url: `/api/v1/tickets/tickets/${token.from_ticket}/close/` },
      assignees: ['BOSS(boss)'],
    },
  });
  expect((await redeem(token.id)).json).toMatchObject({ code: 'connection_token_invalid' });
  const done = await decide(token.from_ticket, 'approve');
  expect(done.status, done.text).toBe(200);
  const seen = (await ann.get(`${tokens}${token.id}/`)).json as Wire;
  expect(seen.is_active).toBe(true);
  expect(Number(seen.expire_time)).toBeLessThanOrEqual(300);
  expect((await redeem(token.id)).json).toMatchObject({ from_ticket: token.from_ticket });
});

test('a refused or expired token never opens, and its ticket is closed with it', async () => {
  await rule('review');
  const first = (await ask({}, '?create_ticket=1')).json as Wire;
  expect((await decide(String(first.from_ticket), 'reject')).status).toBe(200);
  expect((await redeem(first.id)).status).toBe(400);
  const second = (await ask({}, '?create_ticket=1')).json as Wire;
  expect((await ann.patch(`${tokens}${second.id}/expire/`, {})).status).toBe(204);
  const late = await decide(String(second.from_ticket), 'approve');
  expect([late.status, late.json]).toMatchObject([400, { code: 'ticket_closed' }]);
});

test('a token made before a rule is refused when it is used under the rule, also a reusable one', async () => {
  await api.services.settings.set({ CONNECTION_TOKEN_REUSABLE: true }, api.services.db);
  await api.services.settings.reload();
  const { id } = (await ask({ is_reusable: true })).json as Wire;
  expect((await redeem(id)).status).toBe(200);
  await rule('review', { priority: 10 });
  expect((await redeem(id)).json).toMatchObject({ code: 'acl_review' });
  const closed = await rule('reject', { name: 'Closed', priority: 90 });
  expect((await redeem(id)).json).toMatchObject({ code: 'acl_reject' });
  // A component asked; the user is the one who was refused.
  expect(await decided(closed, 'reject')).toMatchObject([{ user: 'ANN(ann)', remote_addr: '127.0.0.1' }]);
});

test('an approval is for one connection: its token is not reusable, and cannot be made so', async () => {
  await rule('review');
  const token = (await ask({ is_reusable: true }, '?create_ticket=1')).json as Wire;
  expect(token.is_reusable).toBe(false);
  await decide(String(token.from_ticket), 'approve');
  const refused = await ann.patch(`${tokens}${token.id}/reuse/`, { is_reusable: true });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('for one connection')]);
  expect((await redeem(token.id)).status).toBe(200);
  expect((await redeem(token.id)).status).toBe(400);
});

test('a way to connect that a rule takes away closes tokens made before', async () => {
  const { id } = (await ask()).json as Wire;
  await make('/api/v1/acls/connect-method-acls/', {
    name: 'no web either',
    priority: 50,
    users: { type: 'ids', ids: [ids.ann] },
    connect_methods: ['web_cli'],
  });
  expect((await redeem(id)).json).toMatchObject({ code: 'acl_reject' });
});

test('a rule whose only reviewer is the user, or has left, refuses and says so', async () => {
  await rule('review', { reviewers: [ids.boss] });
  await api.pool.query('update users_user set is_active = false where id = $1', [ids.boss]);
  const refused = await ask({}, '?create_ticket=1');
  await api.pool.query('update users_user set is_active = true where id = $1', [ids.boss]);
  expect(refused.json).toMatchObject({
    code: 'acl_reject',
    detail: expect.stringContaining('names none who could decide'),
  });
});

test('a rule that notices lets through and tells its reviewers', async () => {
  const id = await rule('notice');
  expect((await ask()).status).toBe(201);
  expect(await decided(id, 'notice')).toHaveLength(1);
  const { rows } = await api.pool.query(
    `select text from notifications_sitemessage where "user" = $1 order by date_created desc limit 1`,
    [ids.boss],
  );
  expect(rows[0].text).toMatchObject({
    key: 'rule_connected',
    params: { asset: 'host-1(10.0.0.7)', account: 'ann' },
  });
});

test('a rule takes ways to connect away: from the list, and from tokens, which is recorded', async () => {
  const id = await make('/api/v1/acls/connect-method-acls/', {
    name: 'no web',
    priority: 50,
    users: { type: 'ids', ids: [ids.ann] },
    connect_methods: ['web_cli'],
  });
  expect((await ann.get(methodsUrl)).json).toMatchObject({ ssh: [] });
  expect((await boss.get(methodsUrl)).json).toMatchObject({ ssh: [{ value: 'web_cli' }] });
  const refused = await ask();
  expect([refused.status, Object.keys(refused.json as object)]).toEqual([400, ['connect_method']]);
  // Another component may serve it; the web terminal opens no such token.
  const other = await ask({ connect_method: 'ssh_client' });
  expect(other.status).toBe(201);
  expect((await redeem((other.json as Wire).id)).json).toMatchObject({ code: 'acl_reject' });
  expect(await decided(id, 'reject')).toMatchObject([
    { resource: 'no web: ann(ann) → host-1(10.0.0.7)', org: DEFAULT_ORG_ID },
  ]);
  const { json } = await admin.get(`/api/v1/acls/connect-method-acls/${id}/decisions/`);
  expect(json).toMatchObject({ verdicts: [{ verdict: 'reject', counts: [0, 0, 0, 0, 0, 0, 1] }] });
});

test('A-6-032 components receive the command filters of a session, the highest priority first', async () => {
  const group = await make('/api/v1/acls/command-groups/', {
    name: 'dangerous',
    type: 'command',
    content: 'rm -rf\nreboot',
  });
  const filter = (name: string, priority: number, more: object = {}) =>
    make('/api/v1/acls/command-filter-acls/', {
      name,
      priority,
      action: 'reject',
      users: { type: 'all' },
      assets: { type: 'ids', ids: [ids.host] },
      accounts: ['ann'],
      command_groups: [group],
      ...more,
    });
  await filter('low', 10);
  await filter('high', 90, { action: 'review', reviewers: [ids.boss] });
  await filter('for others', 99, { users: { type: 'ids', ids: [ids.boss] } });
  const { id } = (await ask()).json as Wire;
  const { command_filter_acls } = (await redeem(id)).json as Wire;
  expect(command_filter_acls).toMatchObject([
    { name: 'high', action: { value: 'review' }, reviewers: [{ name: 'BOSS(boss)' }] },
    { name: 'low', command_groups: [{ name: 'dangerous', pattern: 'rm\\s+-rf|\\breboot\\b' }] },
  ]);
  const elsewhere = (await ask({ asset: ids.other })).json as Wire;
  expect((await redeem(elsewhere.id)).json).toMatchObject({ command_filter_acls: [] });
});

test('a component asks whether a connection needs a reviewer, and follows the ticket', async () => {
  const check = (more: object = {}) =>
    gateway.post('/api/v1/acls/login-asset/check/', {
      user_id: ids.ann,
      asset_id: ids.host,
      account_username: 'ann',
      ...more,
    });
  expect((await check()).json).toEqual({ need_review: false });
  await rule('review');
  const asked = (await check()).json as Wire & {
    check_review_status: { url: string };
    close_review: { url: string };
  };
  expect(asked).toMatchObject({ need_review: true, reviewers: ['BOSS(boss)'] });
  expect((await gateway.get(asked.check_review_status.url)).json).toMatchObject({
    state: { value: 'pending' },
  });
  expect((await gateway.delete(asked.close_review.url)).status).toBeLessThan(300);
  expect((await gateway.get(asked.check_review_status.url)).json).toMatchObject({
    state: { value: 'closed' },
  });
  expect(
    (await ann.post('/api/v1/acls/login-asset/check/', { user_id: ids.ann, asset_id: ids.host })).status,
  ).toBe(403);
});

const approveFor = (ticket: string, body: object = {}) =>
  boss.put(`/api/v1/tickets/apply-login-asset-tickets/${ticket}/approve/`, body);
const revoke = (ticket: string) => boss.put(`/api/v1/tickets/apply-login-asset-tickets/${ticket}/revoke/`);
const killed = async (session: string) =>
  (await api.pool.query(`select 1 from terminal_task where args = $1 and name = 'kill_session'`, [session]))
    .rows.length;
const relate = (ticket: string, session: string) =>
  gateway.post('/api/v1/tickets/ticket-session-relation/', { ticket, session });
const renew = async (id: string) =>
  (await gateway.patch('/api/v1/authentication/super-connection-token/renewal/', { id })).json as {
    ok: boolean;
  };

test('an approval of a connection that was taken back opens none', async () => {
  await rule('review');
  const token = (await ask({}, '?create_ticket=1')).json as Wire;
  const ticket = String(token.from_ticket);
  await approveFor(ticket);
  expect((await revoke(ticket)).status).toBe(200);
  expect((await redeem(token.id)).status).not.toBe(200);
  expect((await revoke(ticket)).json).toMatchObject({ code: 'ticket_not_held' });
});

test('revoking ends the session of the token, also one that begins at the same time', async () => {
  await rule('review');
  const token = (await ask({}, '?create_ticket=1')).json as Wire;
  const ticket = String(token.from_ticket);
  await approveFor(ticket);
  expect((await redeem(token.id)).json).toMatchObject({ from_ticket: ticket });
  const session = await gateway.session({ user_id: ids.ann, asset_id: ids.host });
  expect((await relate(ticket, session)).status).toBe(201);
  expect(await renew(token.id)).toMatchObject({ ok: true });
  expect((await revoke(ticket)).status).toBe(200);
  expect([await killed(session), (await renew(token.id)).ok]).toEqual([1, false]);
  const late = await gateway.session({ user_id: ids.ann, asset_id: ids.host });
  expect((await relate(ticket, late)).json).toMatchObject({ code: 'ticket_not_held' });
});

test('an approval for some minutes: every connection by it is known, and ends with it', async () => {
  await rule('review');
  const first = (await ask({}, '?create_ticket=1')).json as Wire;
  const ticket = String(first.from_ticket);
  await approveFor(ticket, { hold: 'minutes', hold_minutes: 15 });
  const second = (await ask({ is_reusable: true })).json as Wire;
  expect(second).toMatchObject({ from_ticket: ticket, is_active: true, is_reusable: false });
  const sessions: string[] = [];
  for (const { id } of [first, second]) {
    expect((await redeem(id)).json).toMatchObject({ from_ticket: ticket });
    const session = await gateway.session({ user_id: ids.ann, asset_id: ids.host });
    await relate(ticket, session);
    sessions.push(session);
  }
  expect(
    (
      await boss.post('/api/v1/terminal/tasks/toggle-lock-session-for-ticket/', {
        session_id: sessions[0],
        task_name: 'lock_session',
      })
    ).status,
  ).toBe(200);
  expect((await revoke(ticket)).status).toBe(200);
  for (const session of sessions) expect(await killed(session)).toBe(1);
  expect((await ask()).json).toMatchObject({ code: 'acl_review' });
});
