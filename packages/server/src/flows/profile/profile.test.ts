import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encryptValue } from '../../../public/clientCipher.js';
import { type Browser, startServer } from '../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let user: Browser;
beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  await admin.post('/api/v1/users/users/', {
    name: 'Ann',
    username: 'ann',
    email: 'ann@example.com',
    password_strategy: 'custom',
    password: 'Right-password-1',
  });
  user = await server.browserOf('ann', 'Right-password-1');
});
afterAll(() => server.stop());

const url = '/api/v1/users/profile/';
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIF0yZDJkMmQyZDJkMmQyZDJkMmQyZDJkMmQyZDJkMmQy ann@desk';

test('A-3-001 A-3-002 A-3-003 A-3-004 A-7-010 the profile of an ordinary user has their roles, permissions and organizations, but no password', async () => {
  const { json } = await user.get(url);
  expect(json).toMatchObject({
    username: 'ann',
    is_first_login: true,
    is_superuser: false,
    source: { value: 'local', label: 'Local' },
    system_roles: [{ id: builtinRoles.user.id, display_name: 'User' }],
    org_roles: [{ name: 'OrgUser' }],
    console_orgs: [],
    audit_orgs: [],
    receive_backends: ['email', 'site_msg'],
    phone: null,
  });
  const profile = json as { perms: string[]; workbench_orgs: { id: string; name: string }[] };
  expect(profile.perms).toEqual([...profile.perms].sort());
  expect(profile.perms.filter((name) => !name.startsWith('xpack.'))).toHaveLength(38);
  expect(profile.workbench_orgs.map(({ id }) => id.at(-1))).toEqual(['0', '2']);
  expect(JSON.stringify(json)).not.toContain('password_hash');
});

test('A-3-001 every key of the profile that the console reads has its type', async () => {
  const began = Date.now();
  await admin.post('/api/v1/users/users/', {
    name: 'Typed',
    username: 'typed',
    email: 'typed@example.com',
    password_strategy: 'custom',
    password: 'Right-password-1',
  });
  const typed = (await (await server.browserOf('typed', 'Right-password-1')).get(url)).json as Record<
    string,
    unknown
  >;
  const own = await server.pool.query<{ id: string }>(
    "select id::text as id from users_user where username = 'typed'",
  );
  expect(typed.id).toBe(own.rows[0]?.id);
  expect([typed.is_first_login, typed.is_superuser]).toEqual([true, false]);
  expect((typed.perms as unknown[]).every((name) => typeof name === 'string')).toBe(true);
  const wireTime = String(typed.date_password_last_updated).replace(/ ([+-]\d{4})$/, '$1');
  expect(typed.date_password_last_updated).toMatch(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d [+-]\d{4}$/);
  expect(Date.parse(wireTime)).toBeGreaterThanOrEqual(began - 1_000);
  const held = (await admin.get(url)).json as Record<string, { id: string; name: string }[]>;
  expect(held).toMatchObject({ is_superuser: true, username: 'admin' });
  for (const key of ['console_orgs', 'audit_orgs', 'workbench_orgs'])
    expect([key, held[key]?.map(({ id, name }) => [id.slice(-4), typeof name])]).toEqual([
      key,
      expect.arrayContaining([['0002', 'string']]),
    ]);
});

test.each(['local', 'ldap', 'cas', 'saml2'])(
  'A-3-004 the profile names the source of its user: %s',
  async (source) => {
    const label = async () => {
      await server.pool.query("update users_user set source = $1 where username = 'ann'", [source]);
      return ((await user.get(url)).json as { source: { value: string; label: string } }).source;
    };
    try {
      const { value, label: name } = await label();
      expect(value).toBe(source);
      expect(name).not.toBe('');
    } finally {
      await server.pool.query("update users_user set source = 'local' where username = 'ann'");
    }
  },
);

test('users change their own fields and nothing else', async () => {
  const changed = await user.patch(url, {
    phone: '+8613800000000',
    wechat: 'ann',
    comment: 'hi',
    is_first_login: false,
    public_key: key,
    username: 'root',
    name: 'Root',
    is_superuser: true,
    system_roles: [builtinRoles.systemAdmin.id],
    need_update_password: true,
  });
  expect(changed.status, changed.text).toBe(200);
  expect(changed.json).toMatchObject({
    username: 'ann',
    name: 'Ann',
    is_superuser: false,
    need_update_password: false,
    is_first_login: false,
    comment: 'hi',
    phone: { code: '+86', phone: 13_800_000_000 },
    public_key_comment: 'ann@desk',
  });
  expect((changed.json as { public_key_hash_md5: string }).public_key_hash_md5).toMatch(
    /^([0-9a-f]{2}:){15}[0-9a-f]{2}$/,
  );
  expect(changed.text).not.toContain('AAAAC3');
  expect((await user.patch(url, { phone: 'abc' })).json).toEqual({ phone: ['Enter a valid phone number.'] });
});

test('the mini profile has only id, name, username and email', async () => {
  expect(Object.keys((await user.get(`${url}?fields_size=mini`)).json as object).sort()).toEqual([
    'email',
    'id',
    'name',
    'username',
  ]);
});

test('OPTIONS describes the forms of the profile', async () => {
  const meta = (await user.options(url)).json as { actions: { PUT: Record<string, { read_only: boolean }> } };
  expect(meta.actions.PUT.username).toMatchObject({ read_only: true });
  expect(meta.actions.PUT.phone).toMatchObject({ read_only: false });
  const password = (await user.options(`${url}password/`)).json as { actions: { PUT: object } };
  expect(Object.keys(password.actions.PUT)).toEqual(['old_password', 'new_password', 'new_password_again']);
});

test('preferences have defaults, store valid values and refuse unknown ones', async () => {
  const luna = '/api/v1/users/preference/?category=luna';
  expect((await user.get(luna)).json).toMatchObject({
    basic: { is_async_asset_tree: true, connect_default_open_method: { value: 'current' } },
    command_line: { character_terminal_font_size: 14 },
  });
  const changed = await user.patch(luna, { command_line: { character_terminal_font_size: 16 } });
  expect(changed.json).toMatchObject({
    command_line: { character_terminal_font_size: 16, is_backspace_as_ctrl_h: false },
  });
  expect((await admin.get(luna)).json).toMatchObject({ command_line: { character_terminal_font_size: 14 } });
  expect((await user.patch(luna, { command_line: { character_terminal_font_size: 0 } })).json).toEqual({
    command_line: { character_terminal_font_size: ['Enter 1 or more.'] },
  });
  expect((await user.get('/api/v1/users/preference/?category=other')).status).toBe(403);
  const meta = (await user.options(luna)).json as {
    actions: { PATCH: { graphics: { label: string; children: object } } };
  };
  expect(meta.actions.PATCH.graphics).toMatchObject({
    label: 'Graphics',
    children: { keyboard_layout: { type: 'labeled_choice' } },
  });
});

test('B-3-013 the file encryption password is stored, never shown, and must be entered twice', async () => {
  const lina = '/api/v1/users/preference/?category=lina';
  expect((await user.get(lina)).json).toEqual({ basic: { has_secret_key: false } });
  expect((await user.patch(lina, { basic: { secret_key: 'one', secret_key_again: 'two' } })).json).toEqual({
    basic: { secret_key_again: ['The two entries do not match.'] },
  });
  const secret = encryptValue('Zip-password', user.cookies.get('jms_public_key') ?? '');
  const repeated = encryptValue('Zip-password', user.cookies.get('jms_public_key') ?? '');
  const stored = await user.patch(lina, { basic: { secret_key: secret, secret_key_again: repeated } });
  expect(stored.json).toEqual({ basic: { has_secret_key: true } });
  const { rows } = await server.pool.query(
    "select file_encryption_password from users_user where username = 'ann'",
  );
  expect(server.services.vault.open(rows[0].file_encryption_password)).toBe('Zip-password');
});

test('A-3-011 A-3-012 A-7-008 open settings can be read without signing in', async () => {
  const open = (await server.browser().get('/api/v1/settings/public/open/')).json;
  expect(Object.keys(open)).toEqual(['XPACK_ENABLED', 'INTERFACE', 'COUNTRY_CALLING_CODES']);
  expect(open).toMatchObject({ INTERFACE: { login_title: 'Gatehouse', theme_info: {} } });
  expect((await server.browser().get('/api/v1/settings/logo/?size=small')).raw.headers['content-type']).toBe(
    'image/svg+xml',
  );
});

test('A-3-013 A-3-014 A-3-015 A-3-016 A-3-017 A-3-018 A-3-019 A-3-020 A-3-021 A-7-009 public settings are for signed-in users', async () => {
  expect((await server.browser().get('/api/v1/settings/public/')).status).toBe(401);
  expect((await user.get('/api/v1/settings/public/')).json).toMatchObject({
    XPACK_LICENSE_IS_VALID: true,
    XPACK_LICENSE_INFO: { corporation: 'Northwind Logistics' },
    TICKETS_ENABLED: true,
    CHAT_AI_ENABLED: false,
    AUTH_TEMP_TOKEN: false,
    HELP_DOCUMENT_URL: '',
    HELP_SUPPORT_URL: '',
    SECURITY_MFA_VERIFY_TTL: 3600,
    SECURITY_PASSWORD_EXPIRATION_TIME: 9999,
    PASSWORD_RULE: { SECURITY_PASSWORD_MIN_LENGTH: 6 },
    TIME_ZONE: 'UTC',
  });
});

test('A-3-015 A-3-016 A-3-017 A-3-018 A-3-019 A-3-020 A-3-021 the public settings are those that are set', async () => {
  const { settings, db } = server.services;
  const read = async () => (await user.get('/api/v1/settings/public/')).json as Record<string, unknown>;
  const before = await read();
  const changed = {
    TICKETS_ENABLED: false,
    CHAT_AI_ENABLED: true,
    AUTH_TEMP_TOKEN: true,
    HELP_DOCUMENT_URL: 'https://docs.example.com/',
    HELP_SUPPORT_URL: 'https://help.example.com/',
    SECURITY_MFA_VERIFY_TTL: 120,
    SECURITY_PASSWORD_EXPIRATION_TIME: 30,
  };
  try {
    await settings.set(changed, db);
    await settings.reload();
    const after = await read();
    expect(after).toMatchObject(changed);
    for (const key of Object.keys(changed)) expect([key, after[key]]).not.toEqual([key, before[key]]);
  } finally {
    const names = Object.keys(changed) as (keyof typeof changed)[];
    await settings.set(Object.fromEntries(names.map((name) => [name, before[name]])), db);
    await settings.reload();
  }
  expect(await read()).toEqual(before);
});

test('A-9-012 a temporary password is valid for 300 s, and then no longer signs its user in', async () => {
  const { settings, db } = server.services;
  await settings.set({ AUTH_TEMP_TOKEN: true }, db);
  await settings.reload();
  const make = async () =>
    (await user.post('/api/v1/authentication/temp-tokens/', {})).json as {
      id: string;
      secret: string;
      date_created: string;
      date_expired: string;
    };
  const shift = (id: string, seconds: number) =>
    server.pool.query(
      'update authentication_temptoken set date_expired = date_expired - make_interval(secs => $2) where id = $1',
      [id, seconds],
    );
  const [late, early] = [await make(), await make()];
  const { rows } = await server.pool.query<{ seconds: number }>(
    'select extract(epoch from date_expired - date_created)::float8 as seconds from authentication_temptoken where id = $1',
    [late.id],
  );
  expect(rows[0]?.seconds).toBeGreaterThan(299);
  expect(rows[0]?.seconds).toBeLessThan(301);
  await shift(late.id, 301);
  await shift(early.id, 270);
  expect((await server.browser().signIn('ann', late.secret)).status).toBe(401);
  expect((await user.get(`/api/v1/authentication/temp-tokens/${late.id}/`)).json).toMatchObject({
    is_valid: false,
  });
  expect((await server.browser().signIn('ann', early.secret)).status).toBe(303);
  await settings.set({ AUTH_TEMP_TOKEN: false }, db);
  await settings.reload();
});

test('A-9-012 a temporary password works only where the setting allows it, only once, and not after it is expired', async () => {
  const { settings, db } = server.services;
  const made = (await user.post('/api/v1/authentication/temp-tokens/', {})).json as {
    id: string;
    secret: string;
    username: string;
  };
  expect(made).toMatchObject({ username: 'ann', verified: false, is_valid: true });
  expect((await server.browser().signIn('ann', made.secret)).status).toBe(401);
  await settings.set({ AUTH_TEMP_TOKEN: true }, db);
  await settings.reload();
  expect((await server.browser().signIn('ann', made.secret)).status).toBe(303);
  expect((await server.browser().signIn('ann', made.secret)).status).toBe(401);
  const second = (await user.post('/api/v1/authentication/temp-tokens/', {})).json as {
    id: string;
    secret: string;
  };
  expect((await user.patch(`/api/v1/authentication/temp-tokens/${second.id}/expire/`)).json).toMatchObject({
    is_valid: false,
  });
  expect((await server.browser().signIn('ann', second.secret)).status).toBe(401);
  expect((await admin.get(`/api/v1/authentication/temp-tokens/${second.id}/`)).status).toBe(404);
});
