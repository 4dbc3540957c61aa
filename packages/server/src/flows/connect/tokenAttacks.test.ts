import { randomUUID } from 'node:crypto';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { licensedPermissions } from '@gatehouse/contract/permissions/licensed.ts';
import {
  type ConnectionRenewal,
  connectionRenewalsSchema,
  MOST_RENEWALS,
} from '@gatehouse/contract/wire/connection.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { estateOf } from '../../../test/estate.ts';
import { createNotices } from '../../platform/notices.ts';
import { filtersFor, judgeByRules, methodsTakenFrom } from './rules.ts';
import { visitorMark } from './visitor.ts';

type Wire = { id: string; [field: string]: unknown };
type Caller = ReturnType<(typeof api)['as']>;
const tokens = '/api/v1/authentication/connection-token/';
const superTokens = '/api/v1/authentication/super-connection-token/';
const office = '10.1.0.7';
const home = '192.0.2.5';
const inOffice = { rules: { ip_group: ['10.1.0.0/16'], time_period: [] } };
let api: Awaited<ReturnType<typeof startApi>>;
let admin: Caller;
let ann: Caller;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
let portal: Caller;
let boss: Caller;
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await startApi({ notices: (url) => createNotices(url) });
  admin = api.as({ superuser: true, address: office });
  const estate = estateOf(api.pool);
  const protocols = [{ name: 'ssh', port: 22 }];
  ids.host = await estate.asset({ name: 'host-1', address: '10.0.0.7', protocols });
  for (const username of ['ann', 'boss', 'chief']) ids[username] = await estate.user(username);
  const permissions = permissionsOfBuiltinRole(builtinRoles.user);
  ann = api.as({ id: ids.ann, username: 'ann', permissions, address: office });
  gateway = await registerComponent(api, '[KoKo]-tokens');
  boss = api.as({ id: ids.boss, username: 'boss', permissions });
  portal = api.as({ superuser: true, serviceAccount: true, address: office });
  const allowed = await admin.post('/api/v1/perms/asset-permissions/', {
    name: 'ann on the host',
    users: [ids.ann],
    assets: [ids.host],
    accounts: ['@USER'],
    actions: ['connect'],
  });
  expect(allowed.status, allowed.text).toBe(201);
  await api.services.settings.set({ CONNECTION_TOKEN_REUSABLE: true }, api.services.db);
  await api.services.settings.reload();
});
afterAll(() => api.stop());
afterEach(async () => {
  for (const name of ['loginassetacl', 'connectmethodacl', 'commandfilteracl'])
    await api.pool.query(`delete from acls_${name}`);
  await inForce();
});

/** Waits until the stored rules are in force. */
const inForce = async () => {
  const { ruleBook } = api.services;
  const { rows } = await api.pool.query(
    'select name || action as rule from acls_loginassetacl union all select name from acls_connectmethodacl order by 1',
  );
  const known = async () =>
    [
      ...(await ruleBook.assetLogins(DEFAULT_ORG_ID)).rules.map(({ name, action }) => name + action),
      ...(await ruleBook.methods()).rules.map(({ name }) => name),
    ].toSorted();
  await expect.poll(known).toEqual(rows.map(({ rule }) => rule).toSorted());
};
const made = async (url: string, body: object) => {
  const answer = await admin.post(url, body);
  expect(answer.status, answer.text).toBe(201);
  await inForce();
  return `${url}${(answer.json as Wire).id}/`;
};
const rule = (action: string, more: object = {}) =>
  made('/api/v1/acls/login-asset-acls/', {
    name: `rule ${action}`,
    priority: 50,
    action,
    users: { type: 'all' },
    assets: { type: 'all' },
    accounts: ['@ALL'],
    rules: { ip_group: ['*'], time_period: [] },
    reviewers: action === 'review' ? [ids.boss] : [],
    ...more,
  });
const takeAway = (connect_methods: string[]) =>
  made('/api/v1/acls/connect-method-acls/', {
    ...{ name: `no ${connect_methods}`, priority: 50, users: { type: 'all' }, connect_methods },
  });
const change = async (url: string, body: object) => {
  expect((await admin.patch(url, body)).status).toBe(200);
  await inForce();
};
const connection = () => ({
  asset: ids.host,
  account: '@USER',
  protocol: 'ssh',
  connect_method: 'web_cli',
});
const token = async (more: object = {}, caller = ann) => {
  const answer = await caller.post(tokens, { ...connection(), ...more });
  expect(answer.status, answer.text).toBe(201);
  return (answer.json as Wire).id;
};
const reusable = () => token({ is_reusable: true });
const superToken = (more: object = {}, caller = portal) =>
  caller.post(superTokens, { ...connection(), user: ids.ann, ...more });
const redeem = (id: string, body: object) => gateway.post(`${superTokens}secret/`, { id, ...body });
/** Redeemed by the web terminal for a window at this address. */
const openFrom = (id: string, address: string) =>
  redeem(id, { visitor: visitorMark({ user: String(ids.ann), address }, api.services.vault) });
const codeOf = ({ json }: { json: never }) => (json as Wire | undefined)?.code ?? 'ok';
const renewal = async (id: string, session?: string) =>
  (await gateway.patch(`${superTokens}renewal/`, { id, session })).json as ConnectionRenewal;

test('a token that names another way to connect does not open the web terminal', async () => {
  const before = await token({ connect_method: 'ssh_client' });
  await takeAway(['web_cli']);
  for (const connect_method of ['ssh_client', 'web_gui', 'db_guide'])
    expect(codeOf(await openFrom(await token({ connect_method }), office))).toBe('acl_reject');
  expect(codeOf(await openFrom(before, office))).toBe('acl_reject');
  const made = (await superToken({ connect_method: 'ssh_client' })).json as Wire;
  expect(codeOf(await openFrom(made.id, office))).toBe('acl_reject');
  const exchanged = await ann.post(`${tokens}exchange/`, { id: before });
  expect(codeOf(await openFrom((exchanged.json as Wire).id, office))).toBe('acl_reject');
  // A component that serves that way itself opens it.
  expect(codeOf(await redeem(before, {}))).toBe('ok');
});

test('a reusable token that was made in the office is judged where it is used, and its sessions are shown there', async () => {
  const id = await reusable();
  expect((await openFrom(id, home)).json).toMatchObject({ remote_addr: home });
  await rule('reject', { name: 'closed', priority: 10 });
  await rule('accept', { name: 'office', priority: 90, ...inOffice });
  expect(codeOf(await openFrom(id, office))).toBe('ok');
  expect(codeOf(await openFrom(id, home))).toBe('acl_reject');
  const fromHome = api.as({
    ...{ id: ids.ann, username: 'ann', address: home },
    permissions: permissionsOfBuiltinRole(builtinRoles.user),
  });
  expect(codeOf(await fromHome.post(tokens, connection()))).toBe('acl_reject');
});

test('the address of a visitor cannot be changed on the way, nor its place be taken by a claim', async () => {
  const id = await reusable();
  await rule('reject', { name: 'closed', priority: 10 });
  await rule('accept', { name: 'office', priority: 90, ...inOffice });
  const [own, , proof] = visitorMark({ user: String(ids.ann), address: home }, api.services.vault).split(';');
  expect(codeOf(await redeem(id, { visitor: `${own};${office};${proof}` }))).toBe('connection_token_invalid');
  for (const visitor of [`${own};${home};${proof}`, String(own)])
    expect(codeOf(await redeem(id, { visitor, remote_addr: office }))).toBe('acl_reject');
});

test('a component that signs users in says where they are; a reusable token is used somewhere unknown otherwise', async () => {
  const [once, again] = [await token(), await reusable()];
  await rule('reject', { name: 'not at home', rules: { ip_group: ['192.0.2.0/24'], time_period: [] } });
  for (const remote_addr of [home, `::ffff:${home}`])
    expect(codeOf(await redeem(again, { remote_addr }))).toBe('acl_reject');
  for (const remote_addr of [undefined, '', 'nowhere', 'x'.repeat(100_000)])
    expect(codeOf(await redeem(again, { remote_addr }))).toBe('acl_reject');
  expect((await redeem(again, { remote_addr: office })).json).toMatchObject({ remote_addr: office });
  expect((await redeem(once, {})).json).toMatchObject({ remote_addr: office });
});

test('a token for another user is judged at the address of that user, never at that of who made it', async () => {
  await rule('reject', { name: 'closed', priority: 10 });
  await rule('accept', { name: 'office', priority: 90, ...inOffice });
  expect(codeOf(await superToken({}, admin))).toBe('acl_reject');
  expect(codeOf(await superToken({ remote_addr: office }, admin))).toBe('acl_reject');
  expect(codeOf(await superToken({ remote_addr: home }))).toBe('acl_reject');
  expect(codeOf(await superToken())).toBe('acl_reject');
  const known = await superToken({ remote_addr: office });
  expect(known.status, known.text).toBe(201);
  expect(known.text).not.toContain(office);
  expect(codeOf(await openFrom((known.json as Wire).id, home))).toBe('acl_reject');
  expect((await openFrom((known.json as Wire).id, office)).json).toMatchObject({ remote_addr: office });
});

test('a rule that refuses ends what runs, at the address of the session; a review does not', async () => {
  const id = await reusable();
  const sessionAt = async (remote_addr: string) => {
    expect(codeOf(await openFrom(id, remote_addr))).toBe('ok');
    return gateway.session({ user_id: ids.ann, asset_id: ids.host, remote_addr });
  };
  const [atOffice, atHome] = [await sessionAt(office), await sessionAt(home)];
  const both = async () => [(await renewal(id, atOffice)).reason, (await renewal(id, atHome)).reason];
  expect(await both()).toEqual([undefined, undefined]);
  const url = await rule('reject', { rules: { ip_group: ['192.0.2.0/24'], time_period: [] } });
  expect(await both()).toEqual([undefined, 'rule_refused']);
  await change(url, { rules: { ip_group: ['*'], time_period: [] } });
  expect(await both()).toEqual(['rule_refused', 'rule_refused']);
  expect((await renewal(id)).reason).toBe('rule_refused');
  await change(url, { action: 'review', reviewers: [ids.boss] });
  expect(await both()).toEqual([undefined, undefined]);
  await change(url, { is_active: false });
  await takeAway(['web_gui']);
  expect(await both()).toEqual([undefined, undefined]);
  await takeAway(['web_cli']);
  expect(await both()).toEqual(['rule_refused', 'rule_refused']);
});

test('a session of another user or component says nothing about where a connection comes from', async () => {
  const id = await token();
  expect(codeOf(await openFrom(id, office))).toBe('ok');
  await rule('reject', { rules: { ip_group: ['192.0.2.0/24'], time_period: [] } });
  const facts = { user_id: ids.ann, asset_id: ids.host, remote_addr: home };
  const own = await gateway.session(facts);
  expect((await renewal(id, own)).reason).toBe('rule_refused');
  // Nor does a window that resumes it elsewhere come from where it began.
  const resumed = async (address: string, user = 'ann') => {
    const visitor = visitorMark({ user: String(ids[user]), address }, api.services.vault);
    return (await gateway.patch(`${superTokens}renewal/`, { id, session: own, visitor })).json;
  };
  expect(await resumed(office)).toMatchObject({ ok: true });
  expect(await resumed(home)).toMatchObject({ ok: false, reason: 'rule_refused' });
  expect(await resumed(office, 'boss')).toMatchObject({ ok: false, reason: 'permission_expired' });
  await api.pool.query('update terminal_session set user_id = $2 where id = $1', [own, ids.boss]);
  for (const other of [own, randomUUID(), 'x']) expect((await renewal(id, other)).ok).toBe(true);
});

test('each session of a call is judged by itself; those that the component does not hold are left out', async () => {
  const [id, other] = [await reusable(), await reusable()];
  const group = await made('/api/v1/acls/command-groups/', { name: 'shared', content: 'reboot' });
  await made('/api/v1/acls/command-filter-acls/', {
    ...{ name: 'shared', priority: 50, action: 'reject', users: { type: 'all' }, assets: { type: 'all' } },
    accounts: ['@ALL'],
    command_groups: [group.split('/').at(-2)],
  });
  await expect.poll(async () => (await api.services.ruleBook.filters(DEFAULT_ORG_ID)).rules.length).toBe(1);
  await rule('reject', { rules: { ip_group: ['192.0.2.0/24'], time_period: [] } });
  const stranger = await registerComponent(api, '[KoKo]-other');
  const facts = (remote_addr: string) => ({ user_id: ids.ann, asset_id: ids.host, remote_addr });
  const elsewhere = { org_id: OTHER_ORG_ID, user_id: ids.ann, asset_id: randomUUID(), remote_addr: office };
  const [atOffice, atHome, again, without] = [
    await gateway.session(facts(office)),
    await gateway.session(facts(home)),
    await gateway.session(facts(office)),
    await gateway.session(facts(office)),
  ];
  const nothing = [
    await stranger.session(facts(office)),
    await gateway.session(elsewhere),
    await gateway.session({ ...facts(office), user_id: ids.boss }),
    randomUUID(),
    'x',
  ];
  const connections = [
    ...[atOffice, atHome].map((session) => ({ id, session })),
    { id: other, session: again },
    { id: randomUUID(), session: without },
    ...nothing.map((session) => ({ id, session })),
  ];
  const ask = (caller: Pick<Caller, 'patch'>, asked = connections) =>
    caller.patch(`${superTokens}renewals/`, { connections: asked });
  const { json } = await ask(gateway);
  const { renewals, filters } = connectionRenewalsSchema.parse(json);
  expect(filters.map((list) => list.map(({ name }) => name))).toEqual([['shared']]);
  const by = new Map(renewals.map(({ session, ...answer }) => [session, answer]));
  expect([...by.keys()].toSorted()).toEqual([atOffice, atHome, again, without].toSorted());
  for (const session of [atOffice, atHome]) {
    const { filters: place, ...answer } = by.get(session) ?? { filters: null };
    const { command_filter_acls = null, ...alone } = await renewal(id, session);
    expect(answer).toEqual(alone);
    expect(place === null ? null : filters[place]).toEqual(command_filter_acls);
  }
  expect(by.get(atHome)).toMatchObject({ ok: false, reason: 'rule_refused', filters: null });
  expect(by.get(again)).toMatchObject({ ok: true, filters: 0 });
  expect(by.get(without)).toMatchObject({ ok: false, reason: 'permission_expired' });
  const answered = connectionRenewalsSchema.parse((await ask(stranger)).json).renewals;
  expect(answered.map(({ session }) => session)).toEqual([nothing[0]]);
  const many = Array.from({ length: MOST_RENEWALS + 1 }, () => ({ id, session: atOffice }));
  expect((await ask(gateway, many)).status).toBe(400);
  for (const caller of [admin, ann]) expect((await ask(caller)).status).toBe(403);
});

test('rules that cannot be asked about a user or an asset let nothing pass', async () => {
  const { ruleBook, db } = api.services;
  const gone = { user: randomUUID(), asset: { id: randomUUID(), org_id: DEFAULT_ORG_ID } };
  const judge = async (user: string, asset: string) =>
    judgeByRules(
      {
        user: { id: user, username: 'x', name: 'X' },
        asset: { ...gone.asset, id: asset, display: '' },
        username: 'x',
        address: office,
      },
      ruleBook,
      { db } as never,
    );
  const missing = { code: 'object_does_not_exist' };
  await rule('accept');
  await expect(judge(gone.user, String(ids.host))).rejects.toMatchObject(missing);
  await expect(judge(String(ids.ann), gone.asset.id)).rejects.toMatchObject(missing);
  await takeAway(['web_gui']);
  await expect(methodsTakenFrom(gone.user, office, ruleBook, db)).rejects.toMatchObject(missing);
  const group = await made('/api/v1/acls/command-groups/', { name: 'g', content: 'reboot' });
  await made('/api/v1/acls/command-filter-acls/', {
    ...{ name: 'all', priority: 50, action: 'reject', users: { type: 'all' }, assets: { type: 'all' } },
    accounts: ['@ALL'],
    command_groups: [group.split('/').at(-2)],
  });
  await expect.poll(async () => (await ruleBook.filters(DEFAULT_ORG_ID)).rules.length).toBe(1);
  await expect(filtersFor({ ...gone, username: 'x' }, ruleBook, db)).rejects.toMatchObject(missing);
});

const tickets = '/api/v1/tickets/apply-login-asset-tickets/';
const waiting = async () => {
  const made = await ann.post(`${tokens}?create_ticket=1`, connection());
  expect(made.status, made.text).toBe(201);
  const { id, from_ticket } = made.json as Wire;
  return { id, ticket: String(from_ticket) };
};
const approve = async (ticket: string, body: object = {}) =>
  expect((await boss.put(`${tickets}${ticket}/approve/`, body)).status).toBe(200);

test('an approval answers the rule that asked: under another one a reviewer of that one is asked', async () => {
  const url = await rule('review', { name: 'first', priority: 10 });
  const [open, held] = [await waiting(), await waiting()];
  await approve(open.ticket);
  await approve(held.ticket, { hold: 'minutes', hold_minutes: 60 });
  const other = await rule('review', { name: 'second', priority: 90, reviewers: [ids.chief] });
  for (const id of [open.id, held.id]) expect(codeOf(await openFrom(id, office))).toBe('acl_review');
  expect(codeOf(await ann.post(tokens, connection()))).toBe('acl_review');
  const asked = await waiting();
  expect((await boss.put(`${tickets}${asked.ticket}/approve/`, {})).status).toBe(404);
  // Once the other rule is gone, the approvals hold again.
  await change(other, { is_active: false });
  expect(codeOf(await openFrom(open.id, office))).toBe('ok');
  expect((await ann.post(tokens, connection())).json).toMatchObject({ from_ticket: held.ticket });
  await change(url, { is_active: false });
});

test('an approval is about the address for which it was asked', async () => {
  await rule('review');
  const { id, ticket } = await waiting();
  await approve(ticket, { hold: 'minutes', hold_minutes: 60 });
  expect(codeOf(await openFrom(id, home))).toBe('acl_review');
  expect(codeOf(await openFrom(id, office))).toBe('ok');
});

test('an approval that holds for some minutes opens nothing after them, nor do tokens made by it', async () => {
  await rule('review');
  const first = await waiting();
  await approve(first.ticket, { hold: 'minutes', hold_minutes: 1 });
  const second = await token();
  const left = async (id: string) => Number(((await ann.get(`${tokens}${id}/`)).json as Wire).expire_time);
  for (const id of [first.id, second]) expect(await left(id)).toBeLessThanOrEqual(60);
  await api.pool.query(
    "update tickets_ticket set date_hold_until = now() - interval '1 second' where id = $1",
    [first.ticket],
  );
  for (const id of [first.id, second]) expect(codeOf(await openFrom(id, office))).toBe('acl_review');
  expect(codeOf(await ann.post(tokens, connection()))).toBe('acl_review');
});

test('without a licence no reviewer can decide: a connection is refused at once, and nothing waits', async () => {
  await rule('review');
  const { id, ticket } = await waiting();
  const unlicensed = api.as({
    ...{ id: ids.ann, username: 'ann', address: office, lacks: licensedPermissions },
    permissions: permissionsOfBuiltinRole(builtinRoles.user),
  });
  for (const query of ['', '?create_ticket=1'])
    expect((await unlicensed.post(`${tokens}${query}`, connection())).json).toMatchObject({
      code: 'acl_reject',
      detail: expect.stringContaining('needs a licence'),
    });
  await approve(ticket);
  expect(codeOf(await openFrom(id, office))).toBe('ok');
});
