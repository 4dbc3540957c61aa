import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWithPeople, type WithPeople } from '../../../../test/mfa.ts';
import type { Identity, NewcomerRules } from '../../../resources/users/user/identities.ts';
import { endSessionsOfProvider, openSession, providerOf } from '../../../resources/users/user/sessions.ts';
import { settleIdentity } from './settleIdentity.ts';

let server: WithPeople['server'];
let people: WithPeople['people'];
let admin: WithPeople['admin'];
beforeAll(async () => {
  ({ server, people, admin } = await startWithPeople());
});
afterEach(async () => {
  await server.pool.query("delete from settings_setting where name ~ '^(ONLY|EMAIL)'");
  await server.services.settings.reload();
});
afterAll(() => server.stop());

const usual = { creates: true, updates: true };
const settle = (identity: Partial<Identity> & { username: string }, rules: NewcomerRules = usual) =>
  settleIdentity(
    { source: 'oauth2', subject: `id of ${identity.username}`, ...identity },
    { rules, remoteAddr: '10.7.0.1' },
    server.services,
  );
const stored = async (username: string) => {
  const { rows } = await server.pool.query(
    `select u.id::text as id, u.name, u.email, u.source, u.is_active, coalesce(u.password_hash, '') as hash,
      array(select g.name from users_user_groups m join users_usergroup g on g.id = m.usergroup where m."user" = u.id order by 1) as groups,
      array(select o.name from rbac_rolebinding b join orgs_organization o on o.id = b.org where b."user" = u.id order by 1) as orgs
      from users_user u where username = $1`,
    [username],
  );
  return rows[0];
};

test('the first sign-in of an identity adds its user, once, with an entry in the operate log', async () => {
  await people.set({ EMAIL_SUFFIX: 'corp.example' });
  const answers = await Promise.all([1, 2, 3].map(() => settle({ username: 'nina', name: 'Nina' })));
  const user = await stored('nina');
  expect(answers).toEqual([1, 2, 3].map(() => ({ userId: user.id })));
  expect(user).toMatchObject({
    name: 'Nina',
    email: 'nina@corp.example',
    source: 'oauth2',
    is_active: true,
    hash: '',
  });
  expect(user).toMatchObject({ orgs: ['DEFAULT'], groups: ['Default'] });
  const { rows } = await server.pool.query(
    `select "user", action, remote_addr from audits_operatelog where resource = 'Nina(nina)'`,
  );
  expect(rows).toContainEqual({ user: 'System()', action: 'create', remote_addr: '10.7.0.1' });
});

test('an identity is found by what its system never gives away again; facts follow it where the rules say so', async () => {
  await settle({ username: 'olga', name: 'Olga', email: 'olga@corp.example' });
  const { id } = await stored('olga');
  const renamed = { username: 'olga.new', subject: 'id of olga', name: 'Olga N', email: 'new@corp.example' };
  expect(await settle(renamed, { creates: true, updates: false })).toEqual({ userId: id });
  expect(await stored('olga')).toMatchObject({ name: 'Olga', email: 'olga@corp.example' });
  expect(await settle(renamed)).toEqual({ userId: id });
  expect(await stored('olga')).toMatchObject({ name: 'Olga N', email: 'new@corp.example' });
  // Codes are sent to a phone: the other system tells the first one, and never another.
  const phones = async () =>
    (await server.pool.query('select phone from users_user where id = $1', [id])).rows;
  for (const phone of ['+8613800000001', '+8613800000002']) await settle({ ...renamed, phone });
  expect(await phones()).toEqual([{ phone: '+8613800000001' }]);
  // The mail address of another user is left out, and the sign-in goes on.
  expect(await settle({ ...renamed, name: 'Olga X', email: 'admin@example.com' })).toEqual({ userId: id });
  expect(await stored('olga')).toMatchObject({ name: 'Olga X', email: 'new@corp.example' });
});

test('a name is no proof: no identity becomes a user of another source, admin, a service account or a look-alike', async () => {
  await people.addUser(admin, 'local-user');
  await server.pool.query("update users_user set source = 'oauth2' where username = 'admin'");
  await server.pool.query(
    `update users_user set is_service_account = true, source = 'oauth2' where id = $1`,
    [await people.addUser(admin, 'machine')],
  );
  const causes: Record<string, RegExp> = {
    'local-user': /has the source local, not oauth2/,
    admin: /no identity of oauth2 is the user admin/,
    ADMIN: /no identity of oauth2 is the user admin/,
    machine: /is a service account/,
    'Local-User': /in the case of letters only/,
    'zero​width': /characters that are not shown/,
    ' spaced': /characters that are not shown/,
  };
  for (const [username, cause] of Object.entries(causes))
    expect(await settle({ username }), username).toMatchObject({
      refusal: { code: 'identity_refused' },
      cause: expect.stringMatching(cause),
    });
  await server.pool.query("update users_user set source = 'local' where username = 'admin'");
});

test('a user who was imported from the same source is joined once; a name given away again is refused', async () => {
  const id = await people.addUser(admin, 'imported');
  await server.pool.query("update users_user set source = 'oauth2' where id = $1", [id]);
  expect(await settle({ username: 'imported', subject: 'first' })).toEqual({ userId: id });
  expect(await settle({ username: 'imported', subject: 'first' })).toEqual({ userId: id });
  expect(await settle({ username: 'imported', subject: 'second' })).toMatchObject({
    reason: 'identity_refused',
    cause: 'imported was joined to another identity of oauth2 before',
  });
  await server.pool.query("update users_user set source = 'local' where id = $1", [id]);
  expect(await settle({ username: 'imported', subject: 'first' })).toMatchObject({
    reason: 'backend_not_match',
  });
});

test('ONLY_ALLOW_EXIST_USER_AUTH and rules of a backend let no identity add a user', async () => {
  const absent = { refusal: { code: 'identity_refused' }, reason: 'user_not_exist' };
  expect(await settle({ username: 'pat' }, { creates: false, updates: true })).toMatchObject(absent);
  await people.set({ ONLY_ALLOW_EXIST_USER_AUTH: true });
  expect(await settle({ username: 'pat' })).toMatchObject(absent);
  expect(await stored('pat')).toBeUndefined();
});

test('a user who is disabled at the source is refused and disabled here, except a superuser', async () => {
  await settle({ username: 'rolf' });
  expect(await settle({ username: 'rolf', is_active: false })).toMatchObject({ reason: 'user_inactive' });
  expect(await stored('rolf')).toMatchObject({ is_active: false });
  await settle({ username: 'root-user' });
  const { id } = await stored('root-user');
  await server.pool.query(
    `insert into rbac_rolebinding (id, "user", role, scope) values (gen_random_uuid(), $1, '00000000-0000-0000-0000-000000000001', 'system')`,
    [id],
  );
  expect(await settle({ username: 'root-user', is_active: false })).toMatchObject({
    reason: 'user_inactive',
  });
  expect(await stored('root-user')).toMatchObject({ is_active: true });
});

test('organizations, role and groups of new users come from the rules; groups of the prefix follow the system', async () => {
  const made = await admin.post('/api/v1/orgs/orgs/', { name: 'branch' });
  const branch = (made.json as { id: string }).id;
  const rules = { ...usual, organizations: [branch], groupPrefix: 'AD ' };
  await settle({ username: 'sue', groups: ['ops', 'dev'] }, rules);
  expect(await stored('sue')).toMatchObject({ orgs: ['branch'], groups: ['AD dev', 'AD ops'] });
  await settle({ username: 'sue', groups: ['ops'] }, rules);
  expect(await stored('sue')).toMatchObject({ groups: ['AD ops'] });
  await settle({ username: 'sue' }, rules);
  expect(await stored('sue')).toMatchObject({ groups: ['AD ops'] });
});

test('a provider ends the web sessions it opened, for one of its sessions or one of its users', async () => {
  await settle({ username: 'tim' });
  const { id: userId } = await stored('tim');
  const { db } = server.services;
  const open = async (subject: string, sid: string) => {
    const data = { login_time: 1, backend: 'oauth2', is_persistent: false, has_mfa: false };
    const provider = { source: 'oauth2', subject, sid };
    return (await openSession({ userId, remoteAddr: '10.7.0.1', data, seconds: 60, provider }, db)).id;
  };
  const [one, two, other] = [await open('s', '1'), await open('s', '2'), await open('t', '3')];
  expect(await providerOf(one, db)).toMatchObject({ source: 'oauth2', subject: 's', sid: '1' });
  expect(await endSessionsOfProvider({ source: 'openid', sid: '1' }, db)).toBe(0);
  expect(await endSessionsOfProvider({ source: 'oauth2', sid: '1' }, db)).toBe(1);
  expect(await endSessionsOfProvider({ source: 'oauth2', subject: 's' }, db)).toBe(1);
  expect([await providerOf(two, db), await providerOf(other, db)]).toMatchObject([undefined, { sid: '3' }]);
});
