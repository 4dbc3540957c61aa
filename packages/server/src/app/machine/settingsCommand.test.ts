import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SettingValues } from '@gatehouse/contract/settings/catalogue.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pngOf } from '../../../test/pictures/png.ts';
import { startSearch } from '../../../test/servers/searchServer.ts';
import { runProgram } from '../../../test/servers/serverProcess.ts';
import { startServer } from '../../../test/signedIn.ts';
import { createNotices } from '../../platform/notices.ts';
import { Refusal } from '../../platform/refusal.ts';
import { settingsCommand } from './settingsCommand.ts';

/** Within this time a change is in force on a running server, in milliseconds. */
const soon = 5_000;

let server: Awaited<ReturnType<typeof startServer>>;
let folder: string;
let path: string;
beforeAll(async () => {
  server = await startServer({}, { notices: createNotices });
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-settings-'));
  path = join(folder, 'settings.yaml');
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await server.pool.query("delete from settings_setting where category <> 'system'");
  await server.services.settings.reload();
});

const environment = () => ({
  GATEHOUSE_HOME: folder,
  GATEHOUSE_DATABASE_URL: server.config.GATEHOUSE_DATABASE_URL,
  GATEHOUSE_SECRET_KEY: server.config.GATEHOUSE_SECRET_KEY,
});
const settings = () => server.services.settings;
const write = (text: string) => writeFile(path, text);
const store = async (values: Partial<SettingValues>) => {
  await settings().set(values, server.services.db);
  await settings().reload();
};
/** The command in this process, whose settings are then read again. */
const run = async (verb: string, env: NodeJS.ProcessEnv = {}): Promise<string[]> => {
  const lines = await settingsCommand([verb, path], server.services, env);
  await settings().reload();
  return lines;
};
/** Runs the command for another installation, which has settings of its own. */
const runOn = async (
  other: Awaited<ReturnType<typeof startServer>>,
  verb: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string[]> => settingsCommand([verb, path], other.services, env);
const refusal = (verb: string): Promise<string[]> =>
  run(verb).then(
    () => [],
    (error: Error) => (error instanceof Refusal ? error.message.split('\n') : Promise.reject(error)),
  );

test('what is exported differs in nothing, is readable, and holds no secret', async () => {
  await store({
    SECURITY_LOGIN_LIMIT_COUNT: 9,
    EMAIL_HOST: 'mail.example',
    EMAIL_HOST_PASSWORD: 'pa-ssword',
    GPT_PROXY: 'http://robot:hush@proxy.example:3128',
    SECURITY_LOGIN_IP_BLACK_LIST: ['10.0.0.0/8', '2001:db8::1'],
    ANNOUNCEMENT: { ID: 'an-id', SUBJECT: 'Yes', CONTENT: 'One: "a"\n\n# Two\n', LINK: '' },
    CUSTOM_SMS_API_PARAMS: { phone_numbers: '{phone_numbers}', content: '{code}', token: 'hush-too' },
  });
  expect(await run('export')).toEqual([]);
  const text = await readFile(path, 'utf8');
  expect(text).not.toMatch(/pa-ssword|hush|robot|an-id/);
  expect(text).toMatch(/\n# Sign-in limits\nsecurity_login_limit:\n {2}SECURITY_LOGIN_LIMIT_COUNT: 9\n/);
  expect(text).toContain('  EMAIL_HOST_PASSWORD:\n    env: SETTING_EMAIL_HOST_PASSWORD\n    else: stored\n');
  expect(text).toContain('    - 10.0.0.0/8\n    - 2001:db8::1\n');
  for (const verb of ['diff', 'apply']) expect(await run(verb)).toEqual([]);
  expect(settings().get('ANNOUNCEMENT').ID).toBe('an-id');
  expect(settings().get('EMAIL_HOST_PASSWORD')).toBe('pa-ssword');
});

test('a file is applied as one change, logged as made on the machine, in force on running servers within a second', async () => {
  await writeFile(join(folder, 'mail'), 'from a file\n');
  await write(`security_login_limit:
  SECURITY_LOGIN_LIMIT_COUNT: 5
  SECURITY_LOGIN_IP_WHITE_LIST: [192.0.2.0/24]
email:
  EMAIL_HOST: mail.example
  EMAIL_HOST_USER: gatehouse
  EMAIL_HOST_PASSWORD: { file: mail }
webhook:
  WEBHOOK_URL: https://hooks.example/in
  WEBHOOK_SECRET: { env: HOOK_SECRET }
custom:
  CUSTOM_SMS_API_PARAMS: { env: PARAMETERS }
`);
  const parameters = { to: '{phone_numbers}', text: '{code}', token: 'from a variable' };
  const variables = { HOOK_SECRET: 'from a variable', PARAMETERS: JSON.stringify(parameters) };
  const lines = [
    'security_login_limit.SECURITY_LOGIN_LIMIT_COUNT: 7 → 5',
    'security_login_limit.SECURITY_LOGIN_IP_WHITE_LIST: [] → ["192.0.2.0/24"]',
    'email.EMAIL_HOST: "" → mail.example',
    'email.EMAIL_HOST_USER: "" → gatehouse',
    'email.EMAIL_HOST_PASSWORD: ****** → ******',
    'webhook.WEBHOOK_URL: "" → https://hooks.example/in',
    'webhook.WEBHOOK_SECRET: ****** → ******',
    'custom.CUSTOM_SMS_API_PARAMS: ****** → ******',
  ];
  expect(await run('diff', variables)).toEqual(lines);
  expect(settings().get('EMAIL_HOST')).toBe('');
  const program = runProgram('machine/settingsMain.ts', { ...environment(), ...variables }, ['apply', path]);
  expect([await program.ended(), program.output().trim().split('\n')]).toEqual([0, lines]);
  await expect
    .poll(() => settings().get('WEBHOOK_SECRET'), { timeout: soon, interval: 10 })
    .toBe('from a variable');
  expect(settings().get('EMAIL_HOST_PASSWORD')).toBe('from a file');
  expect(settings().get('CUSTOM_SMS_API_PARAMS')).toEqual(parameters);
  expect(await run('apply', variables)).toEqual([]);
  const { rows } = await server.pool.query(
    `select "user", remote_addr, resource_key, diff::text from audits_operatelog
     where resource_key like 'panels.%' order by datetime`,
  );
  expect(rows.map(({ user, remote_addr, resource_key }) => [user, remote_addr, resource_key])).toEqual([
    ['System', '127.0.0.1', 'panels.security_login_limit'],
    ['System', '127.0.0.1', 'panels.email'],
    ['System', '127.0.0.1', 'panels.webhook'],
    ['System', '127.0.0.1', 'panels.custom'],
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/from a (file|variable)/);
});

test('a file with mistakes changes nothing; each is told with its line and its name', async () => {
  await write(`basic:
  HELP_DOCUMENT_URL: https://help.example
  SITE_ADDRESS: https://gate.example
security_login_limit:
  SECURITY_LOGIN_LIMIT_COUNT: 1
  SECURITY_LOGIN_IP_BLACK_LIST:
    - nowhere
  EMAIL_HOST: mail.example
chat:
  GPT_API_KEY: sk-in-the-file
  GPT_BASE_URL: { env: NO_SUCH_VARIABLE }
vault:
  VAULT_ENABLED: true
announcement:
  ANNOUNCEMENT: { SUBJECT: Without content }
fixed:
  AUTH_TEMP_TOKEN: true
nothing:
  X: 1
`);
  expect(await refusal('apply')).toEqual([
    'Nothing was changed.',
    'settings.yaml:3: SITE_ADDRESS: there is no such setting',
    'settings.yaml:5: SECURITY_LOGIN_LIMIT_COUNT: Enter 3 or more.',
    expect.stringMatching(/^settings\.yaml:6: SECURITY_LOGIN_IP_BLACK_LIST: .*nowhere/),
    'settings.yaml:8: EMAIL_HOST: belongs to the category email',
    'settings.yaml:10: GPT_API_KEY: a secret is not written into the file; use { env: NAME } or { file: PATH }',
    'settings.yaml:11: GPT_BASE_URL: the environment variable NO_SUCH_VARIABLE is empty or missing',
    'settings.yaml:13: VAULT_ENABLED: is not changed by a file',
    'settings.yaml:15: ANNOUNCEMENT: CONTENT: This field is required.',
    'settings.yaml:16: fixed: the settings of this category are not changed by a file',
    'settings.yaml:18: nothing: there is no such section',
  ]);
  expect(settings().get('HELP_DOCUMENT_URL')).toBe('');
});

test('a stored secret is not sent to another address: the file must name the new one', async () => {
  await store({ GPT_BASE_URL: 'https://one.example', GPT_API_KEY: 'sk-one' });
  const named = 'chat:\n  GPT_BASE_URL: https://two.example\n  GPT_API_KEY: { env: KEY, else: stored }\n';
  await write(named);
  expect(await refusal('apply')).toEqual([
    'Nothing was changed.',
    'settings.yaml:3: GPT_API_KEY: the stored secret belongs to the former GPT_BASE_URL; the reference must lead to the new one',
  ]);
  await run('apply', { KEY: 'sk-one' });
  expect(settings().get('GPT_API_KEY')).toBe('sk-one');
  await write('chat:\n  GPT_BASE_URL: https://three.example\n');
  expect(await run('apply')).toEqual([
    'chat.GPT_API_KEY: ****** → ******',
    'chat.GPT_BASE_URL: https://two.example → https://three.example',
  ]);
  expect(settings().get('GPT_API_KEY')).toBe('');
});

test('a file keeps logs for no less than LIMIT_SUPER_PRIV allows', async () => {
  await write('clean:\n  JOB_EXECUTION_KEEP_DAYS: 7\n');
  expect(await run('diff')).toHaveLength(1);
  await store({ LIMIT_SUPER_PRIV: true });
  expect(await refusal('apply')).toEqual([
    'Nothing was changed.',
    'settings.yaml:2: JOB_EXECUTION_KEEP_DAYS: Keep it for at least 180 days: the powers of superusers are limited here.',
  ]);
});

test('texts and theme of the look are in the file, checked as on their page', async () => {
  await write(
    "interface:\n  INTERFACE_LOGIN_TITLE: Acme\n  INTERFACE_THEME: custom\n  INTERFACE_COLOUR: '#ffd400'\n",
  );
  expect(await run('apply')).toEqual([
    'interface.INTERFACE_LOGIN_TITLE: Gatehouse → Acme',
    'interface.INTERFACE_THEME: classic_green → custom',
    'interface.INTERFACE_COLOUR: "" → #ffd400',
  ]);
  expect(settings().get('INTERFACE_COLOUR')).toBe('#ffd400');
  await write("interface:\n  INTERFACE_LOGIN_TITLE: ''\n  INTERFACE_THEME: gaudy\n  INTERFACE_COLOUR: red\n");
  expect(await refusal('apply')).toEqual([
    'Nothing was changed.',
    'settings.yaml:2: INTERFACE_LOGIN_TITLE: This field is required.',
    'settings.yaml:3: INTERFACE_THEME: "gaudy" is not one of the choices.',
    'settings.yaml:4: INTERFACE_COLOUR: Enter a colour such as #1e58c0.',
  ]);
});

test('pictures lie beside the file under the name of their content; another installation takes them from there', async () => {
  const { blobs } = server.services;
  const at = (name: string) => join(folder, 'pictures', name);
  await writeFile(join(folder, 'icon.png'), pngOf(8, 8, '<script>'));
  await write('interface:\n  INTERFACE_FAVICON: { file: icon.png }\n');
  expect(await run('diff')).toEqual([
    expect.stringMatching(/^interface\.INTERFACE_FAVICON: "" → \w{64}\.png$/),
  ]);
  await run('apply');
  const name = settings().get('INTERFACE_FAVICON');
  expect(await blobs.stat(`media/settings/${name}`)).toMatchObject({ size: pngOf(8, 8).length });
  expect(await run('apply')).toEqual([]);

  await run('export');
  const text = await readFile(path, 'utf8');
  expect(text).toContain(`  INTERFACE_FAVICON:\n    file: pictures/${name}\n`);
  expect(text).toMatch(/ {2}INTERFACE_LOGO_INDEX: ""\n/);
  expect(await readFile(at(name))).toEqual(pngOf(8, 8));
  expect(await run('diff')).toEqual([]);
  await blobs.remove(`media/settings/${name}`);
  await store({ INTERFACE_FAVICON: '', INTERFACE_LOGO_INDEX: name });
  expect(await run('apply')).toEqual([
    expect.stringContaining('INTERFACE_LOGO_INDEX'),
    expect.stringContaining('INTERFACE_FAVICON'),
  ]);
  expect([settings().get('INTERFACE_LOGO_INDEX'), settings().get('INTERFACE_FAVICON')]).toEqual(['', name]);
  expect(await blobs.stat(`media/settings/${name}`)).toBeTruthy();
  // The stored picture needs no file; another one does.
  await rm(at(name));
  expect(await run('diff')).toEqual([]);
});

test('what is no picture is refused on its line', async () => {
  await writeFile(join(folder, 'evil.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'large.png'), Buffer.alloc(1024 * 1024 + 1, 0x89));
  await write(`interface:
  INTERFACE_LOGO_INDEX: ${'a'.repeat(64)}.png
  INTERFACE_LOGO_LOGOUT: { file: evil.svg }
  INTERFACE_FAVICON: { file: large.png }
  INTERFACE_LOGIN_IMAGE: { file: pictures/${'b'.repeat(64)}.png, else: stored }
`);
  expect(await refusal('apply')).toEqual([
    'Nothing was changed.',
    "settings.yaml:2: INTERFACE_LOGO_INDEX: is named as { file: PATH }, or '' for that of the product",
    expect.stringMatching(/^settings\.yaml:3: INTERFACE_LOGO_LOGOUT: .*PNG/),
    expect.stringMatching(/^settings\.yaml:4: INTERFACE_FAVICON: /),
    expect.stringMatching(
      /^settings\.yaml:5: INTERFACE_LOGIN_IMAGE: the file pictures\/b{64}\.png is missing$/,
    ),
  ]);
});

const items = `replay_storages:
  bucket:
    type: s3
    meta:
      BUCKET: records
      ACCESS_KEY: gatehouse
      SECRET_KEY: { env: BUCKET_KEY }
      ENDPOINT: https://store.example
    is_default: true
endpoints:
  Office Berlin:
    host: berlin.example
    https_port: 8443
endpoint_rules:
  Berlin:
    ip_group: [10.1.0.0/16]
    priority: 7
    endpoint: Office Berlin
chat_prompts:
  Explain:
    content: Explain the command.
subscriptions:
  StorageConnectivityMessage:
    receive_backends: [site_msg]
    users: [admin]
    groups: [DEFAULT/Watch]
tasks:
  clean_up:
    enabled: false
`;

test('storages, endpoints, their rules, prompts, receivers and schedules reach another installation by the file', async () => {
  const other = await startServer();
  for (const { pool } of [server, other])
    await pool.query(`insert into users_usergroup (id, org_id, name, comment, created_by, date_created)
      select gen_random_uuid(), id, 'Watch', '', 'System', now() from orgs_organization where name = 'DEFAULT'`);
  await write(items);
  const env = { BUCKET_KEY: 'bucket-hush' };
  const lines = await run('diff', env);
  expect(lines).toEqual([
    'chat_prompts.Explain: new',
    'endpoints.Office Berlin: new',
    'endpoint_rules.Berlin: new',
    'replay_storages.bucket: new',
    'replay_storages.default.is_default: true → false',
    expect.stringMatching(
      /^subscriptions\.StorageConnectivityMessage\.receive_backends: .* → \["site_msg"\]$/,
    ),
    'subscriptions.StorageConnectivityMessage.groups: [] → ["DEFAULT/Watch"]',
    'tasks.clean_up.enabled: true → false',
  ]);
  expect(await run('diff', env)).toEqual(lines);
  expect(await run('apply', env)).toEqual(lines);
  expect(await run('apply', env)).toEqual([]);

  await run('export');
  const text = await readFile(path, 'utf8');
  expect(text).not.toMatch(/hush/);
  expect(text).toContain(
    '      SECRET_KEY:\n        env: SETTING_REPLAY_STORAGES_BUCKET_SECRET_KEY\n        else: stored\n',
  );
  expect(text).toMatch(/\n# Endpoint rules\nendpoint_rules:\n {2}Berlin:\n/);
  expect(await run('diff')).toEqual([]);

  // The other installation has no stored secret to keep.
  await expect(runOn(other, 'apply')).rejects.toThrow(/bucket\.meta\.SECRET_KEY: the environment variable/);
  const there = { SETTING_REPLAY_STORAGES_BUCKET_SECRET_KEY: 'bucket-hush' };
  expect(await runOn(other, 'apply', there)).toEqual(lines);
  expect(await runOn(other, 'diff', there)).toEqual([]);
  await runOn(other, 'export');
  expect(await readFile(path, 'utf8')).toBe(text);
  const { rows } = await other.pool.query(
    "select diff::text from audits_operatelog where diff::text like '%berlin%'",
  );
  expect(rows).toHaveLength(1);
  const logged = await server.pool.query("select 1 from audits_operatelog where diff::text like '%hush%'");
  expect(logged.rows).toEqual([]);
  await other.stop();
});

test('mistakes in them are reported on their lines, and nothing is changed; items in use are not deleted', async () => {
  await write(`endpoints:
  Left:
    host: left.example
    colour: red
  Right:
    https_port: 70000
endpoint_rules:
  Berlin:
    priority: 8
    endpoint: Nowhere
  Second:
    priority: 7
replay_storages:
  bucket:
    meta:
      SECRET_KEY: in the file
    type: s3
  default: absent
  'null': { type: server }
  Cold:
    type: s3
    meta:
      BUCKET: cold
      ENDPOINT: https://cold.example/path
subscriptions:
  CommandAlertMessage: absent
  StorageConnectivityMessage:
    users: [nobody-here]
tasks:
  tidy:
    enabled: false
chat_prompts:
  Explain: a text
`);
  expect(await refusal('apply')).toEqual([
    'Nothing was changed.',
    'settings.yaml:4: Left.colour: there is no such field',
    expect.stringMatching(/^settings\.yaml:6: Right\.https_port: .*65,?535/),
    expect.stringMatching(/^settings\.yaml:10: Berlin\.endpoint: .*Nowhere/),
    expect.stringMatching(/^settings\.yaml:12: Second\.priority: /),
    expect.stringMatching(/^settings\.yaml:16: bucket\.meta\.SECRET_KEY: /),
    expect.stringMatching(/^settings\.yaml:18: default: /),
    'settings.yaml:19: null.type: is chosen when it is created, and stays',
    expect.stringMatching(/^settings\.yaml:24: Cold\.meta\.ENDPOINT: /),
    'settings.yaml:26: CommandAlertMessage: cannot be deleted',
    'settings.yaml:28: StorageConnectivityMessage.users: "nobody-here" is not known here.',
    expect.stringMatching(/^settings\.yaml:31: tidy\.enabled: .*cannot be switched off/),
    'settings.yaml:33: Explain: fields expected here, each with a colon, or absent',
  ]);
  await write(`replay_storages:
  Second:
    type: s3
    meta: { BUCKET: two, ENDPOINT: 'https://two.example' }
    is_default: true
  Third:
    type: s3
    meta: { BUCKET: three, ENDPOINT: 'https://three.example' }
    is_default: true
`);
  expect(await refusal('diff')).toEqual([
    'Nothing was changed.',
    'settings.yaml:2: Second.is_default: another entry of the file changes this again',
  ]);
});

test('a value moves to another row once free; a new address needs its secrets again; absent deletes', async () => {
  await write(`endpoint_rules:
  A new one:
    priority: 7
  Berlin:
    priority: 9
replay_storages:
  default:
    is_default: true
  bucket:
    meta: { ENDPOINT: 'https://elsewhere.example' }
`);
  expect(await refusal('apply')).toEqual([
    'Nothing was changed.',
    'settings.yaml:10: bucket.meta.SECRET_KEY: Enter this again, because the address of the storage has changed.',
  ]);
  await write(
    "replay_storages:\n  bucket:\n    meta: { ENDPOINT: 'https://elsewhere.example', SECRET_KEY: { env: KEY } }\n",
  );
  expect(await run('apply', { KEY: 'bucket-hush' })).toEqual([
    'replay_storages.bucket.meta.ENDPOINT: https://store.example → https://elsewhere.example',
  ]);
  await write(`endpoint_rules:
  A new one:
    priority: 7
  Berlin:
    priority: 9
endpoints:
  Never there: absent
replay_storages:
  default:
    is_default: true
  bucket: absent
chat_prompts:
  Explain: absent
`);
  expect(await run('apply')).toEqual([
    'chat_prompts.Explain: deleted',
    'endpoint_rules.A new one: new',
    'endpoint_rules.Berlin.priority: 7 → 9',
    'replay_storages.default.is_default: false → true',
    'replay_storages.bucket: deleted',
  ]);
  expect(await run('diff')).toEqual([]);
});

test('addresses of a search service with a password are one reference; a storage that is not there is refused', async () => {
  const search = await startSearch();
  const hosts = search.url;
  await write(`command_storages:
  Search:
    type: es
    meta: { HOSTS: { env: HOSTS }, INDEX: Commands }
`);
  expect(await run('apply', { HOSTS: hosts })).toEqual(['command_storages.Search: new']);
  expect(await run('apply', { HOSTS: hosts })).toEqual([]);
  await run('export');
  const text = await readFile(path, 'utf8');
  expect(text).not.toMatch(/hush-hush|elastic/);
  expect(text).toMatch(/HOSTS:\n +env: SETTING_COMMAND_STORAGES_SEARCH_\w{8}_HOSTS\n +else: stored\n/);
  expect(await run('diff')).toEqual([]);
  await search.stop();
  await write("command_storages:\n  Gone:\n    type: es\n    meta: { HOSTS: ['http://127.0.0.1:1'] }\n");
  expect(await refusal('diff')).toEqual([
    'Nothing was changed.',
    expect.stringMatching(/^settings\.yaml:2: Gone: /),
  ]);
});
