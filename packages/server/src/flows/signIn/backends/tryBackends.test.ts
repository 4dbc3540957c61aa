import { expect, test } from 'vitest';
import type { Settings } from '../../../platform/settings.ts';
import type { User } from '../../identify/user.ts';
import type { BackendAnswer, Candidate, PasswordBackend } from './backend.ts';
import { createCircuits } from './circuits.ts';
import { tryBackends } from './tryBackends.ts';

const settings = {} as Settings;
const attempt = { username: 'ann', password: 'secret' };
const called: string[] = [];
type Name = PasswordBackend['name'];
const backend = (
  name: Name,
  answer: BackendAnswer | (() => Promise<BackendAnswer>),
  more: Partial<PasswordBackend> = {},
): PasswordBackend => ({
  shape: 'password',
  name,
  source: 'local',
  isEnabled: () => true,
  knows: async () => true,
  authenticate: async (username, password) => {
    called.push(`${name} ${username} ${password}`);
    return typeof answer === 'function' ? answer() : answer;
  },
  ...more,
});
const from = (source: 'ldap' | 'radius', answer: BackendAnswer | (() => Promise<BackendAnswer>), ms = 1000) =>
  backend(source, answer, { source, patienceMs: () => ms });
const ask = async (
  backends: readonly PasswordBackend[],
  {
    user,
    circuits = createCircuits(),
  }: { user?: Partial<Candidate>; circuits?: ReturnType<typeof createCircuits> } = {},
) => {
  called.length = 0;
  const known = { settings, db: undefined as never, user: user as Candidate | undefined };
  return tryBackends(backends, attempt, known, circuits);
};

const user = { user: { id: '1' } as User, isPassword: true };
const refused = { refusal: { code: 'user_inactive' }, reason: 'user_inactive' } as const;
const unknown = { pass: 'user_not_exist' } as const;
const wrong = { pass: 'password_failed' } as const;
const never = () => new Promise<BackendAnswer>(() => undefined);

test('backends are asked in order until one knows the user; disabled ones are skipped', async () => {
  const answer = await ask([
    backend('passkey', user, { isEnabled: () => false }),
    backend('password', wrong),
    backend('temp_token', user),
    backend('custom', user),
  ]);
  expect(answer).toMatchObject({ backend: { name: 'temp_token' }, answer: user });
  expect(called).toEqual(['password ann secret', 'temp_token ann secret']);
});

test('a refusal ends the attempt', async () => {
  expect(await ask([backend('password', refused), backend('custom', user)])).toMatchObject({
    answer: refused,
  });
  expect(called).toHaveLength(1);
});

test('when no backend accepts the user, a wrong password is reported rather than an unknown username', async () => {
  expect(await ask([backend('password', wrong), backend('temp_token', unknown)])).toMatchObject(wrong);
  expect(await ask([backend('password', unknown)])).toMatchObject(unknown);
  expect(await ask([])).toMatchObject({ ...unknown, backend: undefined });
});

test('another system gets no password of users who are not its own', async () => {
  const backends = [backend('password', wrong), from('ldap', user), from('radius', user)];
  expect(await ask(backends, { user: { source: 'local' } })).toMatchObject(wrong);
  expect(called).toEqual(['password ann secret']);
  expect(await ask(backends, { user: { source: 'radius' } })).toMatchObject({ backend: { name: 'radius' } });
  expect(called).toEqual(['password ann secret', 'radius ann secret']);
  expect(await ask(backends)).toMatchObject({ backend: { name: 'ldap' } });
});

test("the log names the backend of the user's source, else the first for which the password was wrong", async () => {
  const backends = [backend('password', wrong), backend('temp_token', wrong), from('ldap', wrong)];
  const named = async (source?: string) => {
    const outcome = await ask(backends, source ? { user: { source } } : {});
    return outcome.backend?.name;
  };
  expect([await named('local'), await named('ldap'), await named()]).toEqual([
    'password',
    'ldap',
    'password',
  ]);
});

test('a system that does not answer costs its patience once; for a minute it is left alone, then asked again', async () => {
  let now = 1_000_000;
  const circuits = createCircuits(() => now);
  const backends = [backend('password', unknown), from('ldap', never, 20), from('radius', user)];
  const first = await ask(backends, { circuits });
  expect(first).toMatchObject({ backend: { name: 'radius' } });
  expect(called).toContain('ldap ann secret');
  now += 59_000;
  expect(await ask(backends, { circuits })).toMatchObject({ backend: { name: 'radius' } });
  expect(called).not.toContain('ldap ann secret');
  now += 2_000;
  await ask(backends, { circuits });
  expect(called).toContain('ldap ann secret');
});

test('an error of a system is told to administrators, and no user is refused for it by another', async () => {
  const broken = from('ldap', () =>
    Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
  );
  expect(await ask([backend('password', wrong), broken])).toMatchObject({
    ...wrong,
    unavailable: ['ldap: ECONNREFUSED: refused'],
  });
  expect(await ask([broken, backend('password', user)])).toMatchObject({ answer: user });
});

test('a failure takes as long for a local name, whose password no system is asked about, as for an unknown one', async () => {
  const circuits = createCircuits();
  const slow = from('ldap', () => new Promise((done) => setTimeout(() => done(unknown), 60)));
  const backends = [backend('password', wrong), slow];
  const took = async (known: { user?: Partial<Candidate> }) => {
    const start = performance.now();
    await ask(backends, { ...known, circuits });
    return performance.now() - start;
  };
  expect(await took({})).toBeGreaterThan(50);
  expect(await took({ user: { source: 'local' } })).toBeGreaterThan(50);
  expect(called).toEqual(['password ann secret']);
});
