import { connectionSecretSchema } from '@gatehouse/contract/wire/connection.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentNotices, testConfig } from '../../../test/config.ts';
import { estateOf } from '../../../test/estate.ts';
import { createMfaPeople, password as mfaPassword, postForm } from '../../../test/mfa.ts';
import { signedBy } from '../../../test/signedBy.ts';
import { type Browser, startServer } from '../../../test/signedIn.ts';
import { compose } from '../../app/compose.ts';
import { visitorMark } from './visitor.ts';

const password = 'Sign-in-password-1';
const tokens = '/api/v1/authentication/connection-token/';
const secrets = '/api/v1/authentication/super-connection-token/secret/';
const virtual = '/api/v1/accounts/virtual-accounts/';
type Wire = { id: string; [field: string]: unknown };

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let ann: Browser;
let host: string;
let component: ReturnType<typeof signedBy>;

beforeAll(async () => {
  server = await startServer({ GATEHOUSE_CACHE_LOGIN_PASSWORD: '1' });
  admin = await server.admin();
  const made = await admin.post('/api/v1/users/users/', {
    name: 'Ann',
    username: 'ann',
    email: 'ann@example.com',
    password_strategy: 'custom',
    password,
  });
  const estate = estateOf(server.pool, DEFAULT_ORG_ID);
  host = await estate.asset({ name: 'host-1', nodes: [await estate.node('1', 'Default')] });
  const rule = await admin.post('/api/v1/perms/asset-permissions/', {
    name: 'ann on host-1',
    users: [(made.json as Wire).id],
    assets: [host],
    accounts: ['@USER', '@INPUT', 'root'],
    actions: ['connect'],
  });
  expect(rule.status, rule.text).toBe(201);
  const registered = await server.browser().send('POST', '/api/v1/terminal/terminal-registrations/', {
    payload: { name: 'gw', type: 'koko', comment: '' },
    headers: { authorization: 'BootstrapToken bootstrap-token-for-tests' },
  });
  component = signedBy(
    server.app,
    (registered.json as { service_account: { access_key: { id: string; secret: string } } }).service_account
      .access_key,
  );
});
afterAll(() => server.stop());
beforeEach(async () => {
  await letTake(true);
  ann = await server.browserOf('ann', password);
});

const letTake = async (secret_from_login: boolean) => {
  const changed = await admin.patch(`${virtual}@USER/`, { secret_from_login });
  expect([changed.status, changed.json]).toEqual([200, expect.objectContaining({ secret_from_login })]);
};
const ask = async (more: object = {}, by: Pick<Browser, 'post'> = ann) => {
  const request = { asset: host, account: '@USER', protocol: 'ssh', connect_method: 'web_cli', ...more };
  const made = await by.post(tokens, request);
  expect(made.status, made.text).toBe(201);
  expect(made.text).not.toContain(password);
  return (made.json as Wire).id;
};
const ownerOf = async (token: string): Promise<string> => {
  const { rows } = await server.pool.query(
    'select "user"::text as id from authentication_connectiontoken where id = $1',
    [token],
  );
  return String(rows[0]?.id);
};
const accountFor = async (token: string) => {
  const answer = await component.post(secrets, {
    id: token,
    visitor: visitorMark({ user: await ownerOf(token), address: '127.0.0.1' }, server.services.vault),
  });
  expect(answer.status, answer.text).toBe(200);
  return connectionSecretSchema.parse(answer.json).account;
};
const hasSecret = async (browser = ann) => {
  const shown = (await browser.get(`/api/v1/perms/users/self/assets/${host}/`)).json as {
    permed_accounts: { alias: string; username: string; has_secret: boolean }[];
  };
  return shown.permed_accounts
    .filter(({ username }) => username === 'ann')
    .map((account) => account.has_secret);
};
/** The accounts that would use the user's sign-in password. */
const fromLogin = async () => {
  const shown = (await ann.get(`/api/v1/perms/users/self/assets/${host}/`)).json as {
    permed_accounts: { username: string; from_login: boolean }[];
  };
  return shown.permed_accounts.filter((account) => account.from_login).map(({ username }) => username);
};
const kept = async () =>
  (
    await server.pool.query<{ login_secret: string }>(
      `select s.login_secret from system_session s join users_user u on u.id = s.user_id
        where u.username = 'ann' and login_secret is not null order by s.created_at desc`,
    )
  ).rows.map((row) => row.login_secret);

test("the user's own account uses the sign-in password without asking", async () => {
  expect(await hasSecret()).toEqual([true]);
  expect(await fromLogin()).toEqual(['ann']);
  expect(await accountFor(await ask())).toMatchObject({
    username: 'ann',
    secret: password,
    secret_type: { value: 'password' },
  });
  // The sign-in password takes precedence over a typed secret.
  expect(await accountFor(await ask({ input_secret: 'typed' }))).toMatchObject({ secret: password });
});

test('no other account uses the sign-in password, and none does where the organization does not allow it', async () => {
  expect(await accountFor(await ask({ account: '@INPUT', input_username: 'x' }))).toMatchObject({
    secret: '',
  });
  await letTake(false);
  expect(await hasSecret()).toEqual([false]);
  expect(await fromLogin()).toEqual([]);
  expect(await accountFor(await ask({ input_secret: 'typed' }))).toMatchObject({ secret: 'typed' });
});

test('a token that an administrator made for the user does not use it', async () => {
  const user = await ownerOf(await ask());
  const made = { user, asset: host, account: '@USER', protocol: 'ssh', connect_method: 'web_cli' };
  const token = await admin.post('/api/v1/authentication/super-connection-token/', made);
  expect(token.status, token.text).toBe(201);
  expect(await accountFor((token.json as Wire).id)).toMatchObject({ username: 'ann', secret: '' });
});

test('an account of the same name on the asset takes precedence if it has a secret', async () => {
  const made = await admin.post('/api/v1/accounts/accounts/', {
    asset: host,
    username: 'ann',
    secret: 'own',
  });
  const { id, name } = made.json as Wire;
  expect(await fromLogin()).toEqual([]);
  expect(await accountFor(await ask({ account: name }))).toMatchObject({ secret: 'own' });
  await server.pool.query('update accounts_account set secret = null where id = $1', [id]);
  expect(await hasSecret()).toEqual([true]);
  expect(await fromLogin()).toEqual(['ann']);
  expect(await accountFor(await ask({ account: name }))).toMatchObject({ secret: password });
  await admin.delete(`/api/v1/accounts/accounts/${id}/`);
});

test('the sign-in password is stored sealed, sent in no answer to its user, and deleted with the web session', async () => {
  const [sealed = ''] = await kept();
  expect(sealed).not.toContain(password);
  expect(server.services.vault.open(sealed)).toBe(password);
  const everything = await server.pool.query(
    'select string_agg(s::text, chr(10)) as text from system_session s union all select string_agg(c::text, chr(10)) from system_cache c',
  );
  for (const { text } of everything.rows) expect(String(text)).not.toContain(password);
  const token = await ask();
  for (const url of [tokens, `${tokens}${token}/`, '/api/v1/users/profile/', `${virtual}@USER/`])
    expect((await ann.get(url)).text).not.toContain(password);
  await ann.signOut();
  expect(await accountFor(token)).toMatchObject({ secret: '' });
});

test('the former password is forgotten after a change, even by the web session that changed it', async () => {
  const token = await ask();
  const entries = {
    old_password: password,
    new_password: `${password}x`,
    new_password_again: `${password}x`,
  };
  const changed = await ann.put('/api/v1/users/profile/password/', entries);
  expect(changed.status, changed.text).toBe(200);
  expect((await ann.get('/api/v1/users/profile/')).status).toBe(200);
  expect(await hasSecret()).toEqual([false]);
  expect(await accountFor(token)).toMatchObject({ secret: '' });
  const hash = await server.services.passwords.hash(password);
  await server.pool.query("update users_user set password_hash = $1 where username = 'ann'", [hash]);
});

test('between password and MFA code the password is kept, sealed, with the pending sign-in', async () => {
  const people = createMfaPeople(server);
  const { secret } = await people.addBound(admin, 'mia');
  const browser = server.browser();
  await browser.signIn('mia', mfaPassword);
  const waiting = async () =>
    (
      await server.pool.query<{ value: { login_secret: string } }>(
        "select value from system_cache where key like 'pending_sign_in:%'",
      )
    ).rows.map(({ value }) => server.services.vault.open(value.login_secret));
  expect(await waiting()).toEqual([mfaPassword]);
  const done = await postForm(browser, '/core/auth/login/mfa/', {
    code: await people.nextCode('mia', secret),
  });
  expect(done.status).toBe(303);
  expect(await waiting()).toEqual([]);
  const { rows } = await server.pool.query<{ login_secret: string }>(
    "select login_secret from system_session s join users_user u on u.id = s.user_id where u.username = 'mia' and login_secret is not null",
  );
  expect(rows.map((row) => server.services.vault.open(row.login_secret))).toContain(mfaPassword);
});

test('the activity of asset and user records that the sign-in password was sent', async () => {
  await server.pool.query("delete from audits_activitylog where content like '%login_secret_used%'");
  const lines = async () =>
    (
      await server.pool.query<{ resource_id: string; content: string }>(
        "select resource_id, content from audits_activitylog where content like '%login_secret_used%'",
      )
    ).rows;
  await accountFor(await ask({ account: '@INPUT', input_username: 'x' }));
  expect(await lines()).toEqual([]);
  await accountFor(await ask());
  const noted = await lines();
  const { rows } = await server.pool.query("select id::text as id from users_user where username = 'ann'");
  expect(noted.map((line) => line.resource_id).sort()).toEqual([host, rows[0].id].sort());
  expect(JSON.stringify(noted)).not.toContain(password);
  expect(JSON.parse(noted[0]?.content ?? '')).toEqual({
    key: 'activity.login_secret_used',
    user: 'Ann(ann)',
    asset: 'host-1',
  });
});

test('an API token has no sign-in password: its user is asked for the password', async () => {
  const made = await server.browser().post('/api/v1/authentication/tokens/', { username: 'ann', password });
  const { token } = made.json as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const client = server.browser();
  const shown = await client.get(`/api/v1/perms/users/self/assets/${host}/`, undefined, headers);
  expect(shown.text).toContain('"has_secret":false');
  const by = { post: (url: string, body?: object) => client.post(url, body, headers) };
  expect(await accountFor(await ask({}, by))).toMatchObject({ secret: '' });
  expect(await accountFor(await ask({ input_secret: 'typed' }, by))).toMatchObject({ secret: 'typed' });
});

test('without the setting nothing is kept, and stored passwords are ignored', async () => {
  const token = await ask();
  const { settings, db } = server.services;
  const set = async (value: boolean) => {
    await settings.set({ CACHE_LOGIN_PASSWORD_ENABLED: value }, db);
    await settings.reload();
  };
  await set(false);
  expect(await hasSecret()).toEqual([false]);
  expect(await accountFor(token)).toMatchObject({ secret: '' });
  await server.pool.query('delete from system_session');
  await server.browserOf('ann', password);
  expect(await kept()).toEqual([]);
  await set(true);
  admin = await server.admin();
});

test('a start without the setting deletes stored passwords, including those of pending sign-ins', async () => {
  const people = createMfaPeople(server);
  await people.addBound(admin, 'max');
  await server.browser().signIn('max', mfaPassword);
  const left = async () =>
    (
      await server.pool.query<{ kept: string }>(
        `select login_secret as kept from system_session where login_secret is not null
          union all select value->>'login_secret' from system_cache where value ? 'login_secret'`,
      )
    ).rows.length;
  const start = async (environment: NodeJS.ProcessEnv) => {
    const config = testConfig(server.config.GATEHOUSE_DATABASE_URL, environment);
    const { app } = await compose({
      pool: server.pool,
      config,
      notices: silentNotices,
      tell: () => undefined,
    });
    await app.close();
  };
  await server.pool.query("delete from settings_setting where name = 'CACHE_LOGIN_PASSWORD_ENABLED'");
  const before = await left();
  expect(before).toBeGreaterThanOrEqual(2);
  await start({ GATEHOUSE_CACHE_LOGIN_PASSWORD: '1' });
  expect(await left()).toBe(before);
  await start({});
  expect(await left()).toBe(0);
  expect((await ann.get('/api/v1/users/profile/')).status).toBe(200);
});
