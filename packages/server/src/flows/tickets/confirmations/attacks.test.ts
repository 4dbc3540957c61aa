import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerComponent } from '../../../../test/component.ts';
import { confirmationsOf } from '../../../../test/confirmations/confirmations.ts';
import { bodyOf, type Json } from '../../../../test/inventory.ts';
import { createBrowser } from '../../../../test/signedIn.ts';
import { expectStatus, inHours, startTickets, type TicketApi } from '../../../../test/tickets.ts';
import { createNotices } from '../../../platform/notices.ts';
import { createDecisionLinks, decisionPath } from '../byLink/links.ts';
import { outcomeOf } from './outcome.ts';

let api: TicketApi;
let made: ReturnType<typeof confirmationsOf>;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
let thief: typeof gateway;
beforeAll(async () => {
  api = await startTickets({}, { notices: (url) => createNotices(url) });
  made = confirmationsOf(api);
  [gateway, thief] = [await registerComponent(api, 'gateway'), await registerComponent(api, 'thief')];
});
afterAll(() => api.stop());

const urls = {
  login_confirm: '/api/v1/tickets/apply-login-tickets/',
  login_asset_confirm: '/api/v1/tickets/apply-login-asset-tickets/',
  command_confirm: '/api/v1/tickets/apply-command-tickets/',
} as const;
type Type = keyof typeof urls;
const stateOf = async (id: string) => (await outcomeOf(id, api.services.db))?.state;
const leave = async (user: string) => {
  await expectStatus(api.admin.post(`/api/v1/users/users/${user}/remove/`), 204);
};
type Caller = Pick<TicketApi['ann'], 'put' | 'post' | 'get' | 'call'>;
const decide = async (type: Type, id: string, by: Caller, verb = 'approve') =>
  (await by.put(`${urls[type]}${id}/${verb}/`, {})).status;
/** What the link in a mail answers to a reviewer. */
const byLink = async (id: string, user: string): Promise<number> => {
  const token = await createDecisionLinks(api.services).make(user, id);
  return (await createBrowser(api, '10.77.0.1').get(decisionPath(String(token)))).status;
};

/** A sign-in rule by which a user is refused from some addresses, instead of the earlier one. */
const refuseFrom = async (addresses: string, user: string): Promise<void> => {
  await api.pool.query('delete from acls_loginacl');
  const made = await api.admin.post('/api/v1/acls/login-acls/', {
    name: `not from ${addresses}`,
    action: 'reject',
    users: { type: 'ids', ids: [user] },
    rules: { ip_group: [addresses], time_period: [] },
  });
  expect(made.status, made.text).toBe(201);
  await expect
    .poll(async () => (await api.services.ruleBook.logins()).rules[0]?.rules?.ip_group)
    .toEqual([addresses]);
};

test('reviewers who left the organization decide nothing any more: console, several at once, link', async () => {
  await expectStatus(
    api.admin.patch('/api/v1/settings/setting/?category=ticket', { TICKETS_DIRECT_APPROVE: true }),
    200,
  );
  const former = await api.userWith('former');
  const reviewers = [former.id, api.chief.id];
  const [first, second] = [
    await made.open('command_confirm', { reviewers }),
    await made.open('login_asset_confirm', { reviewers }),
  ];
  expect(await byLink(first, former.id)).toBe(200);
  await refuseFrom('10.77.0.0/16', former.id);
  expect(await byLink(first, former.id)).toBe(403);
  await refuseFrom('10.78.0.0/16', former.id);
  expect(await byLink(first, former.id)).toBe(200);
  await leave(former.id);
  const refused = await former.put(`${urls.command_confirm}${first}/approve/`, {});
  expect([refused.status, bodyOf<{ detail: string }>(refused).detail]).toEqual([
    403,
    expect.stringContaining('no longer belong to the organization'),
  ]);
  for (const verb of ['reject', 'close'])
    expect(await decide('command_confirm', first, former, verb)).toBe(403);
  expect(await decide('login_asset_confirm', second, former)).toBe(403);
  for (const action of ['approve', 'reject'])
    expect(
      (await former.put(`${urls.command_confirm}bulk/?action=${action}`, { tickets: [first] })).status,
    ).toBe(400);
  expect(await byLink(first, former.id)).toBe(403);
  expect([await stateOf(first), await stateOf(second)]).toEqual(['pending', 'pending']);
  // Sign-ins belong to no organization, so the same user decides about those.
  expect(await decide('login_confirm', await made.open('login_confirm', { reviewers }), former)).toBe(200);
  expect(await decide('command_confirm', first, api.chief)).toBe(200);
});

test.each([
  ['disabled', 'is_active = false'],
  ['expired', "date_expired = now() - interval '1 minute'"],
])('a reviewer who is %s decides nothing, also about sign-ins', async (name, change) => {
  const gone = await api.userWith(name);
  const types = ['login_confirm', 'command_confirm'] as const;
  const ids = await Promise.all(types.map((type) => made.open(type, { reviewers: [gone.id] })));
  await api.pool.query(`update users_user set ${change} where id = $1`, [gone.id]);
  for (const [at, type] of types.entries()) {
    expect(await decide(type, String(ids[at]), gone)).toBe(403);
    // No other reviewer is left, so the command no longer waits for a decision.
    expect(await stateOf(String(ids[at]))).toBe('closed');
  }
});

test('what reviewers let through is not theirs any more once they have left: held approvals, sessions', async () => {
  const former = await api.userWith('former-two');
  const session = await gateway.session({ user_id: api.ann.id });
  const id = await made.open('command_confirm', { reviewers: [former.id], session } as Json);
  const hold = { hold: 'minutes', hold_minutes: 30 };
  await expectStatus(former.put(`${urls.command_confirm}${id}/approve/`, hold), 200);
  const watches = async () =>
    (
      await gateway.post('/api/v1/terminal/sessions/join/validate/', {
        user_id: former.id,
        session_id: session,
      })
    ).status;
  const canRevoke = async () =>
    (await former.call('GET /api/v1/tickets/held-approvals/')).json.approvals.find((one) => one.id === id)
      ?.can_revoke;
  expect([await watches(), await canRevoke()]).toEqual([200, true]);
  await leave(former.id);
  expect([await watches(), await canRevoke()]).toEqual([401, false]);
  expect(await decide('command_confirm', id, former, 'revoke')).toBe(403);
  expect((await former.post(`/api/v1/tickets/held-approvals/${id}/revoke/`)).status).toBe(404);
  expect((await former.post('/api/v1/terminal/tasks/kill-session-for-ticket/', [session])).status).toBe(403);
});

test('a second level asks only users who may decide; system administrators belong to every organization', async () => {
  const foreigner = await api.foreign.user('second-level');
  const root = await api.foreign.user('root-of-all');
  await api.bind(root, builtinRoles.systemAdmin.id, null);
  const flowOf = async (assignees: string[]) => {
    await api.pool.query(`delete from tickets_ticketflow where type = 'command_confirm'`);
    const rules = [{ strategy: 'super_admin' }, { strategy: 'custom_user', assignees }];
    await expectStatus(
      api.admin.post('/api/v1/tickets/flows/', { type: 'command_confirm', approval_level: 2, rules }),
      201,
    );
  };
  await flowOf([foreigner]);
  expect(await made.ask(made.samples.command_confirm)).toEqual({ outcome: 'no_reviewer' });
  const leaver = await api.userWith('leaver');
  await flowOf([foreigner, root, leaver.id]);
  const id = await made.open('command_confirm');
  await leave(leaver.id);
  expect(await decide('command_confirm', id, api.boss)).toBe(200);
  const { rows } = await api.pool.query(
    `select "user" from notifications_sitemessage where text ->> 'key' = 'command_to_confirm' and text -> 'params' ->> 'id' = $1`,
    [id],
  );
  expect(rows.map(({ user }) => user)).toEqual(expect.arrayContaining([api.boss.id, root]));
  expect(rows.map(({ user }) => user)).not.toContain(leaver.id);
  expect(await decide('command_confirm', id, api.as({ id: foreigner }))).toBe(404);
  expect(await byLink(id, root)).toBe(200);
  const named = api.as({ id: root, permissions: ['tickets.view_ticket'] });
  expect(await decide('command_confirm', id, named)).toBe(200);
  expect(await stateOf(id)).toBe('approved');
  await api.pool.query(`delete from tickets_ticketflow where type = 'command_confirm'`);
});

test('requests for access: former members decide none, users of elsewhere whom the flow names do', async () => {
  const [former, named] = [await api.userWith('former-three'), await api.foreign.user('named')];
  await api.setFlow([{ strategy: 'custom_user', assignees: [former.id, named] }]);
  const { id } = await api.open();
  const body = {
    org_id: DEFAULT_ORG_ID,
    apply_assets: [api.asset],
    apply_accounts: ['@ALL'],
    apply_date_start: inHours(0),
    apply_date_expired: inHours(2),
  };
  await leave(former.id);
  expect((await former.put(`${api.url}${id}/approve/`, body)).status).toBe(403);
  const elsewhere = api.as({ id: named, username: 'named', permissions: ['tickets.view_ticket'] });
  await expectStatus(elsewhere.put(`${api.url}${id}/approve/`, body), 200);
  await api.pool.query('delete from tickets_ticketflow where org_id = $1', [DEFAULT_ORG_ID]);
});

const relate = (ticket: string, session: string, by: Pick<Caller, 'post'> = gateway) =>
  by.post('/api/v1/tickets/ticket-session-relation/', { ticket, session });

test('only the component of a session says that an approved ticket about it made it possible', async () => {
  const facts = { user_id: api.ann.id, asset_id: api.asset };
  const session = await gateway.session(facts);
  const foreign = await thief.session({ user: 'BOSS(boss)' });
  const permissions = ['tickets.view_ticket', 'tickets.add_ticketsession'];
  const clerk = api.as({ id: api.chief.id, username: 'chief', permissions });
  const ticket = await made.open('login_asset_confirm');
  // Holding the permission and taking part in a ticket made any session readable, and its user's to end.
  for (const id of [session, foreign]) expect((await relate(ticket, id, clerk)).status).toBe(403);
  expect((await clerk.get(`/api/v1/tickets/tickets/${ticket}/session/`)).status).toBe(404);
  expect((await relate(ticket, session)).json).toMatchObject({ code: 'ticket_not_held' });
  expect(await decide('login_asset_confirm', ticket, api.boss)).toBe(200);
  expect((await relate(ticket, foreign)).status).toBe(404);
  expect((await relate(ticket, session, thief)).status).toBe(404);
  for (const other of [
    { ...facts, user_id: api.boss.id },
    { ...facts, asset_id: randomUUID() },
  ])
    expect((await relate(ticket, await gateway.session(other))).status).toBe(404);
  for (const type of ['login_confirm', 'command_confirm'] as const) {
    const about = await made.open(type);
    expect(await decide(type, about, api.boss)).toBe(200);
    expect((await relate(about, session)).status, type).toBe(404);
  }
  expect((await relate((await api.open()).id, session)).status).toBe(404);
  expect((await relate(ticket, session)).status).toBe(201);
  const rejected = await made.open('login_asset_confirm');
  await decide('login_asset_confirm', rejected, api.boss, 'reject');
  expect((await relate(rejected, session)).json).toMatchObject({ code: 'ticket_not_held' });
});

test('components see and close tickets of their own only: no sign-ins, no requests, no connections of others', async () => {
  const permissions = ['tickets.view_superticket', 'tickets.change_superticket', 'tickets.add_superticket'];
  const clerk = api.as({ id: api.chief.id, username: 'chief', permissions });
  const urlOf = (id: string) => `/api/v1/tickets/super-tickets/${id}/status/`;
  const types = ['login_confirm', 'login_asset_confirm', 'command_confirm'] as const;
  const ids = await Promise.all(types.map((type) => made.open(type)));
  for (const id of [...ids, (await api.open()).id]) {
    for (const caller of [gateway, thief]) {
      expect((await caller.get(urlOf(id))).status).toBe(404);
      for (const verb of ['delete', 'put'] as const) expect((await caller[verb](urlOf(id))).status).toBe(404);
    }
    expect([(await clerk.get(urlOf(id))).status, (await clerk.delete(urlOf(id))).status]).toEqual([403, 403]);
    expect(await stateOf(id)).not.toBe('closed');
  }
  expect((await clerk.get(urlOf(randomUUID()))).status).toBe(404);
});

test('whether a connection needs a reviewer is told to components, about members who can sign in', async () => {
  const rule = {
    name: 'ask',
    priority: 50,
    action: 'review',
    users: { type: 'all' },
    assets: { type: 'all' },
    accounts: ['@ALL'],
    rules: { ip_group: ['*'], time_period: [] },
    reviewers: [api.chief.id],
  };
  await expectStatus(api.admin.post('/api/v1/acls/login-asset-acls/', rule), 201);
  await expect
    .poll(async () => (await api.services.ruleBook.assetLogins(DEFAULT_ORG_ID)).rules.length)
    .toBe(1);
  const check = (user_id: string, by: Pick<Caller, 'post'> = gateway) =>
    by.post('/api/v1/acls/login-asset/check/', {
      user_id,
      asset_id: api.asset,
      account_username: 'root',
      remote_addr: '10.1.1.1',
    });
  const clerk = api.as({ id: api.chief.id, permissions: ['tickets.add_superticket'] });
  expect((await check(api.ann.id, clerk)).status).toBe(403);
  const gone = await api.userWith('gone-user');
  await api.pool.query('update users_user set is_active = false where id = $1', [gone.id]);
  for (const user of [gone.id, await api.foreign.user('elsewhere'), randomUUID(), 'x'])
    expect((await check(user)).status).toBe(400);
  const asked = bodyOf<{ ticket_id: string; check_review_status: { url: string } }>(await check(api.ann.id));
  const { url } = asked.check_review_status;
  expect([(await gateway.get(url)).status, (await thief.get(url)).status]).toEqual([200, 404]);
  expect([(await thief.delete(url)).status, await stateOf(asked.ticket_id)]).toEqual([404, 'pending']);
  expect((await gateway.delete(url)).json).toBe('ok');
  expect(await stateOf(asked.ticket_id)).toBe('closed');
  await api.pool.query('delete from acls_loginassetacl');
});
