import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createMfaPeople, password, type WithPeople } from '../../../../test/mfa.ts';
import { startServer } from '../../../../test/signedIn.ts';
import { createNotices } from '../../../platform/notices.ts';
import { joinIdentity } from '../../../resources/users/user/identities.ts';
import { isOwnPassword } from '../../credentials/proof.ts';
import { mfaStateOf } from '../../mfa/duty.ts';
import { systemContext } from '../../systemContext.ts';
import { createBackends } from '../backends/all.ts';
import type { SignInBackend } from '../backends/backend.ts';
import { type SignInDeps, signInDeps } from '../deps.ts';
import type { Verdict } from './authenticate.ts';
import { ruleStep } from './rules.ts';

/** One of each shape that another system answers, besides those that are registered. */
const fakes = [
  { shape: 'password', name: 'custom', source: 'custom' },
  { shape: 'elsewhere', name: 'openid', source: 'openid' },
  { shape: 'assertion', name: 'passkey', source: 'custom' },
] as const;
const registered = createBackends({} as never).all;
type Way = Pick<SignInBackend, 'shape' | 'name' | 'source'>;
const ways: Way[] = [
  ...registered.map(({ shape, name, source }) => ({ shape, name, source })),
  ...fakes.filter(({ name }) => !registered.some((known) => known.name === name)),
];

let server: WithPeople['server'];
let people: WithPeople['people'];
let admin: WithPeople['admin'];
let reviewer: string;
let deps: SignInDeps;
beforeAll(async () => {
  const limits = { GATEHOUSE_LIMIT_ACCOUNT: '0', GATEHOUSE_LIMIT_SIGN_IN: '0' };
  server = await startServer(limits, { notices: createNotices });
  people = createMfaPeople(server);
  admin = await server.admin();
  reviewer = await people.addUser(admin, 'reviewer');
  deps = signInDeps(server.services);
});
afterEach(async () => {
  await server.pool.query("delete from settings_setting where name ~ '^(SECURITY|ONLY)'");
  await server.pool.query('delete from acls_loginacl');
  await server.services.settings.reload();
  await inForce(0);
});
afterAll(() => server.stop());

const origin = { remoteAddr: '10.9.0.1', userAgent: 'tests', type: 'W' } as const;
/** The way in question alone, answering without another system. */
const alone = async <T>({ name, source }: Way, subject: string, work: () => Promise<T>): Promise<T> => {
  const { all } = server.services.backends;
  const before = [...all];
  const known = before.find((backend) => backend.name === name);
  const identity = { source: source as 'custom', subject, username: subject };
  const answering = {
    shape: 'password',
    name,
    source,
    isEnabled: () => true,
    knows: async () => true,
    patienceMs: () => 1000,
    authenticate: async () => ({ identity, isPassword: true }),
  } as SignInBackend;
  all.splice(0, all.length, known && source === 'local' ? { ...known, isEnabled: () => true } : answering);
  try {
    return await work();
  } finally {
    all.splice(0, all.length, ...before);
  }
};

type Subject = { id: string; username: string };
const change = (id: string, assignment: string) =>
  server.pool.query(`update users_user set ${assignment} where id = $1`, [id]);
/** A user of a way. */
const addUser = async (way: Way): Promise<Subject> => {
  const username = `${way.name}-${way.shape}`;
  const id = await people.addUser(admin, username);
  await change(id, `source = '${way.source}'`);
  const identity = { source: way.source as 'custom', subject: username };
  if (way.source !== 'local') await joinIdentity(identity, id, server.services.db);
  return { id, username };
};
/** What a user proves to know: a temporary password works once. */
const proofOf = async ({ username }: Subject, { name }: Way): Promise<string> => {
  if (name !== 'temp_token') return password;
  const secret = `${randomUUID()}`;
  await server.pool.query(
    `insert into authentication_temptoken (id, username, secret, verified, date_expired, date_created, date_updated)
      values (gen_random_uuid(), $1, $2, false, now() + interval '5 minutes', now(), now())`,
    [username, server.services.vault.seal(secret)],
  );
  return secret;
};
/** Tries to sign a user in, with the right proof. */
const signIn = async (way: Way, user: Subject): Promise<Verdict> => {
  const { username } = user;
  const proof = await proofOf(user, way);
  return alone(way, username, async () => {
    if (way.shape === 'password') return deps.authenticate({ username, password: proof, origin });
    const identity = { source: way.source as 'custom', subject: username, username };
    const backend = { ...way, isEnabled: () => true, patienceMs: () => 1000 } as never;
    return deps.arrive({ backend, ask: async () => ({ identity }), origin });
  });
};
const addRule = async ({ id }: Subject, action: string, reviewers: string[] = []) => {
  const answer = await admin.post('/api/v1/acls/login-acls/', {
    name: `rule ${action}`,
    priority: 50,
    users: { type: 'ids', ids: [id] },
    action,
    reviewers,
    rules: { ip_group: ['10.9.0.0/16'], time_period: [] },
  });
  expect(answer.status, answer.text).toBe(201);
  await inForce(1);
};
const inForce = (count: number) =>
  expect.poll(async () => (await server.services.ruleBook.logins()).rules.length).toBe(count);
const lockOut = async ({ username }: Subject) => {
  const { lockOut: locks, db, settings } = server.services;
  for (let round = settings.get('SECURITY_LOGIN_LIMIT_COUNT'); round > 0; round -= 1) {
    await locks.begin(username, origin.remoteAddr, db);
    await locks.fail(username, origin.remoteAddr, db);
  }
};
const black = { SECURITY_LOGIN_IP_BLACK_LIST: ['10.9.0.0/24'] };
const states: readonly [string, (user: Subject) => unknown, code: string][] = [
  ['is disabled', ({ id }) => change(id, 'is_active = false'), 'user_inactive'],
  ['has expired', ({ id }) => change(id, "date_expired = now() - interval '1 day'"), 'user_expired'],
  ['is refused by a rule', (user) => addRule(user, 'reject'), 'acl_not_allow'],
  ['is locked out', lockOut, 'block_login'],
  ['comes from a refused address', () => people.set(black), 'block_global_ip_login'],
];

describe.each(ways)('$name ($shape)', (way) => {
  let user: Subject;
  beforeAll(async () => {
    user = await addUser(way);
  });
  afterEach(async () => {
    await change(
      user.id,
      `is_active = true, date_expired = now() + interval '1 day', source = '${way.source}'`,
    );
    await server.services.lockOut.release(user.username, server.services.db);
  });

  test('lets its user in, and keeps what the web session says of it', async () => {
    const verdict = await signIn(way, user);
    expect(verdict).toMatchObject({ user: { id: user.id }, backend: way.name });
    const provider = 'provider' in verdict ? verdict.provider : undefined;
    expect(provider?.subject).toBe(way.source === 'local' ? undefined : user.username);
  });

  test.each(states)('refuses a user who %s, and logs it', async (_state, put, code) => {
    await put(user);
    expect(await signIn(way, user)).toMatchObject({ refusal: { code } });
    const log = await server.pool.query(
      'select status, backend from audits_userloginlog order by datetime desc limit 1',
    );
    // What is blocked before a password is checked was meant for no backend yet.
    const isEarly = code.startsWith('block') && way.shape === 'password';
    expect(log.rows).toEqual([{ status: false, backend: isEarly ? 'password' : way.name }]);
  });

  test('refuses a user of another source, where the settings or the identity demand its own', async () => {
    await change(user.id, "source = 'ldap'");
    await people.set({ ONLY_ALLOW_AUTH_FROM_SOURCE: true });
    const { refusal } = await signIn(way, user);
    expect(['only_local_users_are_allowed', 'identity_refused', 'password_failed']).toContain(refusal?.code);
  });

  test('goes on to MFA where it is forced, and to a reviewer where a rule asks for one', async () => {
    await addRule(user, 'review', [reviewer]);
    await people.set({ SECURITY_MFA_AUTH: 1 });
    const verdict = await signIn(way, user);
    if (!verdict.user) throw new Error(verdict.refusal.code);
    const state = mfaStateOf(verdict.user, server.services.settings, verdict.backend);
    expect(state).toMatchObject({ mustEnrol: true });
    await people.set({ SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: false });
    const left = mfaStateOf(verdict.user, server.services.settings, verdict.backend);
    // MFA may be left to another system, but only where that system has proven who signs in.
    expect(left.isOn).toBe(way.shape !== 'elsewhere');
    const ctx = systemContext(server.services)(server.services.db);
    expect(await ruleStep({ user: verdict.user, origin }, deps, ctx)).toMatchObject({ step: 'wait' });
  });
});

test('a password is confirmed by the system that the user comes from, for this user only, and no hash here counts for it', async () => {
  const way: Way = { shape: 'password', name: 'custom', source: 'custom' };
  const username = 'confirming';
  const id = await people.addUser(admin, username);
  await change(id, "source = 'custom'");
  const { all } = server.services.backends;
  const before = [...all];
  let named = username;
  const theirs = {
    ...way,
    isEnabled: () => true,
    knows: async () => true,
    patienceMs: () => 1000,
    authenticate: async (_name: string, given: string) => {
      if (given === 'gone') throw new Error('no route');
      if (given !== 'theirs') return { pass: 'password_failed' };
      return { identity: { source: 'custom', subject: named, username: named }, isPassword: true };
    },
  } as SignInBackend;
  all.splice(0, all.length, theirs);
  const prover = { id, username, remoteAddr: '10.9.0.2' };
  const isOwn = (given: string) => isOwnPassword(prover, given, server.services);
  try {
    expect(await isOwn('theirs')).toBe(true);
    expect(await isOwn('wrong')).toBe(false);
    named = 'another';
    expect(await isOwn('theirs')).toBe(false);
    named = username;
    await people.set({ ONLY_ALLOW_AUTH_FROM_SOURCE: true });
    expect(await isOwn(password)).toBe(false);
    await expect(isOwn('gone')).rejects.toMatchObject({ messageKey: 'directory_unavailable' });
  } finally {
    all.splice(0, all.length, ...before);
  }
});
