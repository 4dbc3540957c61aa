import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { findSevenZip } from '../../../../../scripts/systemPackages.ts';
import { type Sshd, startSshd } from '../../../../gateway/test/sshd.ts';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf, type Inventory, startInventory } from '../../../test/inventory.ts';
import { type Mail, sendMailBy, startMailServer } from '../../../test/servers/mailServer.ts';
import { everyJob } from '../../app/jobs.ts';
import { createNotices } from '../../platform/notices.ts';
import { accountBackup } from './planRuns.ts';
import { settleLostBackups } from './runBackup.ts';

const plans = '/api/v1/accounts/account-backup-plans/';
const runs = '/api/v1/accounts/account-backup-plan-executions/';
const filePassword = 'open-Sesame-1';
const secrets = { root: 'p4ss<w>rd&"x', app: '=2+3', key: 'line\r\nline' };

type Run = {
  id: string;
  status: { value: string };
  trigger: { value: string };
  is_success: boolean;
  reason: string;
  timedelta: number;
  snapshot: { name: string };
};

let inventory: Inventory;
let post: Awaited<ReturnType<typeof startMailServer>>;
let machine: Sshd;
let logged = '';
beforeAll(async () => {
  inventory = await startInventory({}, { notices: createNotices, log: (line) => (logged += line) });
  const { services } = inventory;
  post = await startMailServer();
  await sendMailBy(post.server, services);
  await services.organizations.reload();
  await services.jobs.start(everyJob(services).filter(isOfBackups), () => undefined);
  const host = await inventory.host({ name: 'web <1>' });
  for (const [username, secret] of Object.entries(secrets))
    await inventory.made(
      inventory.admin.post('/api/v1/accounts/accounts/', {
        name: username,
        username,
        secret,
        asset: host.id,
      }),
    );
  const foreign = await inventory.host({ name: 'foreign' }, inventory.other);
  const other = { name: 'x', username: 'x', secret: 'elsewhere', asset: foreign.id };
  await inventory.made(inventory.other.post('/api/v1/accounts/accounts/', other));
  machine = await startSshd(await mkdtemp(join(tmpdir(), 'gatehouse-backup-')), 'ed25519', {
    anyCommand: true,
  });
});
afterAll(async () => {
  await inventory.services.jobs.close(1_000);
  await post.stop();
  await inventory.stop();
  machine.stop();
});
beforeEach(() => {
  post.mails.length = 0;
  post.state.refuses = false;
});

const isOfBackups = ({ definition }: { definition: { name: string } }) =>
  definition.name === accountBackup.name;

/** A member of the organization, with or without a password for files. */
const member = async (username: string, { hasPassword = true } = {}): Promise<string> => {
  const id = await estateOf(inventory.pool).user(username);
  const sealed = hasPassword ? inventory.services.vault.seal(filePassword) : null;
  await inventory.pool.query('update users_user set file_encryption_password = $2 where id = $1', [
    id,
    sealed,
  ]);
  return id;
};
let names = 0;
const plan = async (more: object) => {
  names += 1;
  const usual = { name: `plan ${names}`, types: ['linux', 'mysql'], is_periodic: false };
  return (await inventory.made(inventory.admin.post(plans, { ...usual, ...more }))).id;
};
const start = async (id: string): Promise<string> => {
  const reply = await inventory.admin.post(runs, { plan: id });
  expect([reply.status, reply.text]).toEqual([201, expect.stringContaining('task')]);
  return bodyOf<{ task: string }>(reply).task;
};
const runOf = async (id: string) => bodyOf<Run>(await inventory.admin.get(`${runs}${id}/`));
const ended = async (id: string): Promise<Run> => {
  await expect
    .poll(async () => (await runOf(id)).status.value, { timeout: 60_000 })
    .not.toMatch(/pending|running/);
  return runOf(id);
};

/** What 7-Zip finds in an archive, as sheets of rows. */
const opened = async (archive: Buffer, password: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-opened-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'backup.zip'), archive);
  const program = (await findSevenZip()) ?? '7z';
  await promisify(execFile)(program, ['x', `-p${password}`, `-o${folder}/out`, join(folder, 'backup.zip')]);
  const [file = ''] = await readdir(join(folder, 'out'));
  const sheets = (await readXlsx(await readFile(join(folder, 'out', file)))) as unknown as {
    sheet: string;
    data: string[][];
  }[];
  return new Map(sheets.map(({ sheet, data }) => [sheet, data]));
};
const attachmentOf = (mail: Mail | undefined): Buffer => {
  const found = /filename="?[^\r\n]+\.zip"?[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(mail?.text ?? '');
  return Buffer.from(found?.[1] ?? '', 'base64');
};
const mailTo = (username: string) => post.mails.find(({ to }) => to.includes(`${username}@example.com`));
/** The secrets of a sheet by their accounts. */
const secretsIn = (rows: string[][] = []) => {
  const [titles = [], ...others] = rows;
  const [username, secret] = [titles.indexOf('Username'), titles.indexOf('Secret')];
  return Object.fromEntries(others.map((row) => [row[username], row[secret]]));
};

test('B-3-025 a plan mails an AES archive with a sheet per type of asset, which 7-Zip opens with the password of the user', async () => {
  const ann = await member('ann');
  const id = await start(await plan({ recipients_part_one: [ann] }));
  expect(await ended(id)).toMatchObject({
    status: { value: 'success' },
    trigger: { value: 'manual' },
    is_success: true,
    reason: '',
  });
  const archive = attachmentOf(mailTo('ann'));
  const sheets = await opened(archive, filePassword);
  expect([...sheets.keys()]).toEqual(['Linux', 'MySQL']);
  expect(secretsIn(sheets.get('Linux'))).toEqual(secrets);
  expect(sheets.get('MySQL')).toHaveLength(1);
  expect(JSON.stringify([...sheets])).not.toContain('elsewhere');
  await expect(opened(archive, 'wrong')).rejects.toThrow(/Wrong password/);
});

test('with secrets divided, each part has its half of every secret, and no receiver may get both', async () => {
  const [bea, cid] = [await member('bea'), await member('cid')];
  const divided = { is_password_divided_by_email: true, recipients_part_one: [bea] };
  const both = await inventory.admin.post(plans, {
    name: 'both',
    ...divided,
    interval: 24,
    recipients_part_two: [bea],
  });
  expect([both.status, both.json]).toEqual([
    400,
    { recipients_part_two: [expect.stringMatching(/one part/)] },
  ]);
  const id = await plan({ ...divided, recipients_part_two: [cid] });
  expect(await ended(await start(id))).toMatchObject({ is_success: true });
  const halves = await Promise.all(
    ['bea', 'cid'].map(async (name) =>
      secretsIn((await opened(attachmentOf(mailTo(name)), filePassword)).get('Linux')),
    ),
  );
  expect(halves.map(({ root }) => root)).toEqual(['p4ss<w******', '******>rd&"x']);
  const partOf = (username: string) => /-(\w*)\.zip/.exec(mailTo(username)?.text ?? '')?.[1];
  expect(['bea', 'cid'].map(partOf)).toEqual(['1', '2']);
  // Once the receiver of one part is gone, the other must not get the whole.
  await inventory.pool.query('delete from users_user where id = $1', [cid]);
  post.mails.length = 0;
  expect(await ended(await start(id))).toMatchObject({
    status: { value: 'failure' },
    reason: expect.stringMatching(/no recipients any more/),
  });
  expect(post.mails).toEqual([]);
});

test('only members who can work and have a password for files get mail; the others get theirs, and the run says who did not', async () => {
  const people = {
    dan: await member('dan'),
    eve: await member('eve', { hasPassword: false }),
    fay: await member('fay'),
    gil: await member('gil'),
  };
  const id = await plan({ is_password_divided_by_email: false, recipients_part_one: Object.values(people) });
  await inventory.pool.query('update users_user set is_active = false where id = $1', [people.fay]);
  await inventory.pool.query('delete from rbac_rolebinding where "user" = $1', [people.gil]);
  const run = await ended(await start(id));
  expect(run).toMatchObject({ status: { value: 'failure' }, is_success: false });
  expect(post.mails.map(({ to }) => to)).toEqual([['dan@example.com']]);
  for (const name of ['EVE has no file', 'FAY has no email', 'GIL has no email'])
    expect(run.reason).toContain(name);
  const { rows } = await inventory.pool.query(
    `select text from audits_messagelog where message_type = 'account_backup_failed'`,
  );
  expect(JSON.stringify(rows)).toContain('EVE');
});

test('a plan stores its archives by SFTP, encrypted with its own password; without one nothing is stored', async () => {
  const { port, username, privateKey, home } = machine;
  const meta = {
    ...{ SFTP_HOST: '127.0.0.1', SFTP_PORT: port, SFTP_USERNAME: username, STP_SECRET_TYPE: 'ssh_key' },
    ...{ STP_PRIVATE_KEY: privateKey, SFTP_ROOT_PATH: join(home, 'vault') },
  };
  const keeper = inventory.as({ superuser: true, org: ROOT_ORG_ID });
  const storage = await inventory.made(
    keeper.post('/api/v1/terminal/replay-storages/', { name: 'vault', type: 'sftp', meta }),
  );
  const added = Array.from({ length: 500 }, (_, number) => `added-${number}`);
  const { rows } = await inventory.pool.query("select asset from accounts_account where username = 'root'");
  const [{ asset }] = rows;
  const bodies = added.map((name) => ({ asset, name, username: name, secret: secrets.root }));
  expect((await inventory.admin.post('/api/v1/accounts/accounts/', bodies)).status).toBe(201);
  const toStorage = { backup_type: 'object_storage', obj_recipients_part_one: [storage.id] };
  const locked = await plan({ ...toStorage, zip_encrypt_password: 'for-the-Vault-1' });
  expect(await ended(await start(locked))).toMatchObject({ is_success: true, reason: '' });
  const folder = join(home, 'vault', 'account-backups');
  const [file = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  const sheets = await opened(await readFile(join(folder, file)), 'for-the-Vault-1');
  const many = Object.fromEntries(added.map((username) => [username, secrets.root]));
  expect(secretsIn(sheets.get('Linux'))).toEqual({ ...secrets, ...many });
  await inventory.pool.query('delete from accounts_account where username = any($1)', [added]);
  expect(await ended(await start(await plan(toStorage)))).toMatchObject({
    reason: expect.stringMatching(/no archive password/),
  });
  expect(await readdir(folder)).toEqual([file]);
  const own = await inventory.admin.post(plans, {
    ...{ ...toStorage, name: 'own', interval: 24 },
    obj_recipients_part_one: [await builtInStorage()],
  });
  expect([own.status, Object.keys(own.json)]).toEqual([400, ['obj_recipients_part_one']]);
});
const builtInStorage = async (): Promise<string> =>
  (await inventory.pool.query(`select id from terminal_replaystorage where type = 'server'`)).rows[0].id;

test('a run whose server dies goes on with the receivers that are left, with the accounts as they were read', async () => {
  const [hal, ida] = [await member('hal'), await member('ida')];
  const id = await plan({ recipients_part_one: [hal], recipients_part_two: [ida] });
  const { services } = inventory;
  const [job] = everyJob(services).filter(isOfBackups);
  const payload = { plan: id, org: DEFAULT_ORG_ID, trigger: 'timing' as const };
  const run = { id: randomUUID(), progress: () => undefined };
  const died = new AbortController();
  const attempt = (number: number, signal: AbortSignal, log: (line: string) => unknown = () => undefined) =>
    job?.handle(payload, { ...run, attempt: number, signal, log });
  await inventory.pool.query(
    `insert into ops_celerytaskexecution (id, name, kwargs, state, attempt, error, created_by, date_published, server, log, log_cut)
     values ($1, 'back_up_accounts', '{}', 'running', 1, '', '', now(), '', '', 0)`,
    [run.id],
  );
  // The server dies as soon as the first mail is on record.
  const log = (line: string) => line.startsWith('sent to HAL') && died.abort(new Error('killed'));
  await expect(attempt(1, died.signal, log)).rejects.toThrow('killed');
  expect(post.mails.map(({ to }) => to)).toEqual([['hal@example.com']]);
  await inventory.pool.query(`update accounts_account set secret = $1 where username = 'root'`, [
    services.vault.seal('changed-meanwhile'),
  ]);
  await inventory.pool.query('update ops_celerytaskexecution set attempt = 2 where id = $1', [run.id]);
  await attempt(2, new AbortController().signal);
  await inventory.pool.query(`update accounts_account set secret = $1 where username = 'root'`, [
    services.vault.seal(secrets.root),
  ]);
  expect(post.mails.map(({ to }) => to)).toEqual([['hal@example.com'], ['ida@example.com']]);
  const back = secretsIn((await opened(attachmentOf(mailTo('ida')), filePassword)).get('Linux'));
  expect(back.root).toBe('******>rd&"x');
  expect(await runOf(run.id)).toMatchObject({ is_success: true, trigger: { value: 'timing' } });
  expect(await services.blobs.stat(`exports/${run.id}/rows`)).toBeUndefined();
});

test('a run that is stopped says so; those of another organization and of others without permission are closed', async () => {
  const jon = await member('jon');
  const id = await plan({ recipients_part_one: [jon] });
  const url = `${plans}${id}/`;
  const outsider = inventory.other;
  expect((await outsider.get(url)).status).toBe(404);
  expect((await outsider.post(runs, { plan: id })).status).toBe(404);
  const viewer = inventory.as({
    id: randomUUID(),
    permissions: ['accounts.view_accountbackupautomation', 'accounts.view_accountbackupexecution'],
  });
  expect((await viewer.post(runs, { plan: id })).status).toBe(403);
  post.state.slowMs = 5_000;
  const run = await start(id);
  await expect.poll(async () => (await runOf(run)).status.value).toBe('running');
  expect((await viewer.post(`${runs}${run}/stop/`)).status).toBe(403);
  expect((await outsider.post(`${runs}${run}/stop/`)).status).toBe(404);
  expect((await inventory.admin.post(`${runs}${run}/stop/`)).status).toBe(200);
  expect(await ended(run)).toMatchObject({ status: { value: 'stopped' }, is_success: false });
  // One that nothing ended is ended some time after its task.
  const { pool, services } = inventory;
  const text = 'select status from accounts_accountbackupexecution where id = $1';
  const stored = async () => (await pool.query(text, [run])).rows[0]?.status;
  await expect.poll(stored).toBe('stopped');
  await pool.query("update accounts_accountbackupexecution set status = 'running' where id = $1", [run]);
  const long = "update ops_celerytaskexecution set date_finished = now() - interval '1 hour' where id = $1";
  await pool.query(long, [run]);
  expect([await settleLostBackups(services), await stored()]).toEqual([1, 'stopped']);
  post.state.slowMs = 0;
  const log = `/api/v1/ops/celery/task/x/task-execution/${run}/log/`;
  expect((await viewer.get(log)).status).toBe(200);
  expect((await outsider.get(log)).status).toBe(200);
  const watcher = { id: randomUUID(), permissions: ['accounts.view_accountbackupexecution'] };
  const stranger = inventory.as({ ...watcher, org: OTHER_ORG_ID });
  expect((await stranger.get(log)).status).toBe(404);
  expect((await inventory.as({ ...watcher, permissions: ['accounts.view_account'] }).get(log)).status).toBe(
    404,
  );
});

test('who may not see secrets cannot have them sent', async () => {
  const permissions = ['accounts.add_accountbackupautomation', 'accounts.change_accountbackupautomation'];
  const planner = inventory.as({ permissions: [...permissions, 'accounts.view_accountbackupautomation'] });
  const kim = await member('kim');
  const body = { name: 'to myself', types: ['linux'], interval: 24, recipients_part_one: [kim] };
  expect((await planner.post(plans, body)).status).toBe(403);
  const id = await plan({ is_periodic: true, interval: 24 });
  const times = { periodic_display: 'Interval ( 24 h )' };
  expect((await planner.get(`${plans}${id}/`)).json).toMatchObject(times);
  expect((await planner.patch(`${plans}${id}/`, { recipients_part_one: [kim] })).status).toBe(403);
  expect((await planner.patch(`${plans}${id}/`, { comment: 'nightly' })).status).toBe(200);
});

test('secrets are in no log, answer or snapshot', async () => {
  const texts = [
    logged,
    (await inventory.admin.get(plans)).text,
    (await inventory.admin.get(runs)).text,
    (await inventory.admin.get(`${runs}?format=csv`)).text,
    JSON.stringify((await inventory.pool.query('select * from ops_celerytaskexecution')).rows),
    JSON.stringify((await inventory.pool.query('select * from accounts_accountbackupexecution')).rows),
    JSON.stringify((await inventory.pool.query('select * from audits_operatelog')).rows),
    JSON.stringify((await inventory.pool.query('select * from audits_messagelog')).rows),
    JSON.stringify((await inventory.pool.query('select * from pgboss.job')).rows),
  ].join('\n');
  expect(texts).toContain('back_up_accounts');
  for (const secret of [secrets.root, 'p4ss<w', 'for-the-Vault-1', filePassword, 'changed-meanwhile'])
    expect(texts.includes(secret), secret).toBe(false);
});
