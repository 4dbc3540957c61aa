import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { disableUnusedUsersJob } from '../../jobs/disableUnusedUsers.ts';
import { keepToken, newSecret } from '../../resources/users/user/sessions.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let estate: ReturnType<typeof estateOf>;
beforeAll(async () => {
  api = await startApi();
  estate = estateOf(api.pool);
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.pool.query('truncate users_user, audits_operatelog, system_session, system_token cascade');
});

const days = 30;
const dayHours = 24;
type Times = { last_login?: number; date_api_key_last_used?: number; date_joined?: number };

/** Adds a user whose times lie so many hours back. */
const add = async (username: string, hours: Times, facts: { is_service_account?: boolean } = {}) => {
  const id = await estate.user(username);
  const ago = (time?: number) => (time === undefined ? null : time);
  await api.pool.query(
    `update users_user set last_login = now() - make_interval(hours => $2), date_api_key_last_used = now() - make_interval(hours => $3),
      date_joined = now() - make_interval(hours => $4), is_service_account = $5 where id = $1`,
    [
      id,
      ago(hours.last_login),
      ago(hours.date_api_key_last_used),
      ago(hours.date_joined ?? 900 * dayHours),
      facts.is_service_account ?? false,
    ],
  );
  return id;
};
const set = async (value: number) => {
  const { settings, db } = api.services;
  await settings.set({ SECURITY_UNCOMMON_USERS_TTL: value }, db);
  await settings.reload();
};
const run = async (signal = new AbortController().signal) => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const job = disableUnusedUsersJob({ ...api.services, db: api.services.unhurried });
  await job.handle({}, { id: '1', attempt: 1, signal, progress: () => undefined, log });
  return lines;
};
const disabled = async (): Promise<string[]> =>
  (await api.pool.query('select username from users_user where not is_active order by 1')).rows.map(
    ({ username }) => username,
  );

const within = days * dayHours - 1;
const beyond = days * dayHours + 1;

test('users not used for longer than the setting allows are disabled; sign-ins, keys and joining count', async () => {
  await set(days);
  await add('signed-in', { last_login: within, date_api_key_last_used: beyond });
  await add('gone', { last_login: beyond });
  await add('by-key', { last_login: beyond, date_api_key_last_used: within });
  await add('key-gone', { last_login: beyond, date_api_key_last_used: beyond });
  await add('new', { date_joined: within });
  await add('never', { date_joined: beyond });
  await add('admin', { last_login: beyond });
  await add('robot', { last_login: beyond }, { is_service_account: true });
  expect(await run()).toEqual(['users: 3']);
  expect(await disabled()).toEqual(['gone', 'key-gone', 'never']);
  expect(await run()).toEqual([]);
});

test('each disabled user is signed out, and has an entry of the operate log', async () => {
  await set(days);
  const gone = await add('gone', { last_login: beyond });
  await add('here', { last_login: 1 });
  const token = newSecret();
  const until = new Date(Date.now() + 86_400_000);
  const kept = { userId: gone, remoteAddr: '10.0.0.9', hasCode: true, until };
  await keepToken(token, kept, api.services.db);
  await run();
  const { rows } = await api.pool.query(
    'select "user", action, resource_key, resource, resource_id, diff from audits_operatelog',
  );
  expect(rows).toEqual([
    {
      ...{ user: 'System', action: 'update', resource_key: 'users.user' },
      ...{ resource: 'GONE(gone)', resource_id: gone, diff: { Active: ['Yes', 'No'] } },
    },
  ]);
  expect((await api.pool.query('select 1 from system_token')).rowCount).toBe(0);
});

test.each([
  [998, ['old']],
  [999, []],
  [99_999, []],
])('with %i days, of users unused for 1,000 those are disabled: %j', async (value, expected) => {
  await set(value);
  await add('old', { last_login: 1_000 * dayHours });
  await add('newer', { last_login: 997 * dayHours });
  await run();
  expect(await disabled()).toEqual(expected);
});

test('all are disabled, however many; a stopped run disables no more', async () => {
  await set(days);
  for (let at = 1; at <= 101; at += 1) await estate.user(`gone-${at}`);
  await api.pool.query("update users_user set date_joined = now() - interval '31 days'");
  await expect(run(AbortSignal.abort())).rejects.toThrow();
  expect(await disabled()).toEqual([]);
  expect(await run()).toEqual(['users: 101']);
  const { rows } = await api.pool.query(
    'select count(distinct resource_id)::int as told from audits_operatelog',
  );
  expect(rows[0].told).toBe(101);
});

test('before it is saved, the panel tells how many users are disabled next', async () => {
  await set(999);
  await add('gone', { last_login: beyond });
  await add('never', { date_joined: beyond });
  await add('here', { last_login: within });
  const foresee = async (value: number) =>
    (
      await api
        .as({ permissions: ['settings.change_security'] })
        .call('POST /api/v1/settings/consequences/', {
          query: { category: 'security_auth' },
          body: { SECURITY_UNCOMMON_USERS_TTL: value },
        })
    ).json;
  const name = 'SECURITY_UNCOMMON_USERS_TTL';
  expect(await foresee(days)).toEqual([
    { name, text: 'Users who are disabled at the next check at 14:00: 2' },
  ]);
  expect(await foresee(1_000)).toEqual([]);
});
