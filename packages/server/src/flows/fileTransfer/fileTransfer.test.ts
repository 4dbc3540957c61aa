import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../../../test/api.ts';
import { bodyOf, type Json } from '../../../test/inventory.ts';
import { startJobCenter } from '../../../test/machines/jobCenter.ts';
import { tidyJob } from '../../jobs/tidy.ts';
import { beginUpload, renewUpload } from './uploads.ts';

const jobs = '/api/v1/ops/jobs/';
const runs = '/api/v1/ops/job-executions/';
const folder = `gatehouse-test-${randomUUID()}`;

type Center = Awaited<ReturnType<typeof startJobCenter>>;
type User = Awaited<ReturnType<Center['user']>>;
type Host = { name: string; state: string; reason: string; progress: number | null };
type Hosts = { type: string; command: string; job: string | null; hosts: Host[] };
type State = { status: string; summary: { ok?: string[]; failures?: Json; dark?: Json; excludes?: Json } };

let center: Center;
let ann: User;
let web: string;
let db: string;
beforeAll(async () => {
  center = await startJobCenter();
  ann = await center.user('ann');
  web = (await center.machine('web-1')).id;
  db = (await center.machine('db-1')).id;
  // Offers files, but no shell.
  await center.pool.query('update assets_asset set protocols = $1 where id = $2', [
    JSON.stringify([{ name: 'sftp', port: center.sshd.port }]),
    db,
  ]);
  await center.grant(ann.id, [web, db], { actions: ['connect', 'upload'] });
});
afterAll(async () => {
  await center.stop();
  await rm(`/tmp/${folder}`, { recursive: true, force: true });
});

const wished = (more: Json = {}, by = ann): Promise<Reply> =>
  by.post(jobs, {
    ...{ type: 'upload_file', args: JSON.stringify({ dst_path: folder }), assets: [web, db] },
    ...{ runas: center.sshd.username, runas_policy: 'skip', module: 'shell' },
    ...{ instant: false, is_periodic: false, timeout: -1, ...more },
  });
const transfer = (more: Json = {}, by = ann) => center.made(wished(more, by));
type Sent = [name: string, content: string | Buffer];
const send = async (job: string | undefined, files: readonly Sent[], by = ann): Promise<Reply> => {
  const form = new FormData();
  for (const [name, content] of files) form.append('files', new Blob([content as BlobPart]), name);
  if (job !== undefined) form.append('job_id', job);
  const request = new Response(form);
  const type = request.headers.get('content-type') ?? '';
  const body = Buffer.from(await request.arrayBuffer());
  return by.post(`${jobs}upload/`, body, { 'content-type': type, 'content-length': String(body.length) });
};
const sent = async (job: string, files: readonly Sent[], by = ann): Promise<string> => {
  const answer = await send(job, files, by);
  expect(answer.status, answer.text).toBe(201);
  return bodyOf<{ task_id: string }>(answer).task_id;
};
const stateOf = async (id: string) =>
  bodyOf<State>(await ann.get(`/api/v1/ops/job-execution/task-detail/${id}/`));
const ended = async (id: string): Promise<State> => {
  await expect.poll(async () => (await stateOf(id)).status, { timeout: 30_000 }).not.toBe('running');
  return stateOf(id);
};
const hostsOf = async (id: string) => bodyOf<Hosts>(await ann.get(`${runs}${id}/hosts/`));
const kept = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { key } of center.services.blobs.list('transfers/')) found.push(key);
  return found;
};
const set = async (values: Record<string, unknown>) => {
  const { settings, db: database } = center.services;
  await settings.set(values as never, database);
  await settings.reload();
};

test('files go to every chosen machine as they are, in place only once complete, and are not kept here', async () => {
  const large = randomBytes(3_000_001);
  const job = await transfer({ args: JSON.stringify({ dst_path: `/${folder}/部署/`, mode: '0750' }) });
  expect(job).toMatchObject({
    name: expect.stringMatching(/^upload_file-[0-9a-f]{12}$/),
    type: { value: 'upload_file' },
  });
  expect((await ann.get(`${jobs}${job.id}/`)).status).toBe(404);
  const id = await sent(job.id, [
    ['报告 1.txt', 'text'],
    ['large.bin', large],
  ]);
  expect(await ended(id)).toMatchObject({ status: 'success', summary: { ok: ['db-1', 'web-1'] } });
  const path = `/tmp/${folder}/部署`;
  expect(await readFile(`${path}/报告 1.txt`, 'utf8')).toBe('text');
  const arrived = await readFile(`${path}/large.bin`);
  expect(createHash('sha256').update(arrived).digest()).toEqual(createHash('sha256').update(large).digest());
  expect((await stat(`${path}/large.bin`)).mode & 0o777).toBe(0o750);
  expect(await hostsOf(id)).toMatchObject({
    ...{ type: 'upload_file', command: `报告 1.txt, large.bin → ${path}/`, job: null },
    hosts: [{ name: 'db-1', state: 'ok', progress: null }, { name: 'web-1' }],
  });
  expect((await ann.get(`${runs}${id}/output/`)).text).toContain(
    'large.bin: 3000001 bytes, SHA-256 verified',
  );
  await expect.poll(kept).toEqual([]);
  const { rows } = await center.pool.query(
    'select job_type, material, is_success from audits_joblog where id = $1',
    [id],
  );
  expect(rows).toMatchObject([{ job_type: 'upload_file', is_success: true }]);
  const logged = await center.pool.query(
    'select "user", asset, account, operate, is_success from audits_ftplog where filename = $1 order by asset',
    [`${path}/large.bin`],
  );
  const account = `${center.sshd.username}(${center.sshd.username})`;
  expect(logged.rows).toEqual([
    { user: 'ANN(ann)', asset: 'db-1(127.0.0.1)', account, operate: 'upload', is_success: true },
    { user: 'ANN(ann)', asset: 'web-1(127.0.0.1)', account, operate: 'upload', is_success: true },
  ]);
});

test('a transfer is repeated where it failed, with the files that were sent, until those are gone', async () => {
  const off = (await center.machine('off-1', { protocols: [{ name: 'ssh', port: 1 }] })).id;
  await center.grant(ann.id, [off], { actions: ['upload'] });
  const job = await transfer({ assets: [web, off] });
  const content = 'what the file says';
  const id = await sent(job.id, [['again.txt', content]]);
  const { summary } = await ended(id);
  expect(summary).toMatchObject({ ok: ['web-1'], dark: { 'off-1': expect.any(String) } });
  const [key = ''] = await kept();
  // Whatever reads the store does not read the file.
  const stored = await center.services.blobs.get(key);
  if (!stored) return expect.fail();
  expect((await buffer(stored)).includes(content)).toBe(false);
  const again = await ann.post(`${runs}${id}/rerun/`);
  expect(again.status, again.text).toBe(201);
  const second = bodyOf<{ id: string }>(again).id;
  await ended(second);
  expect((await hostsOf(second)).hosts.map(({ name }) => name)).toEqual(['off-1']);
  await center.pool.query("update ops_upload set date_due = now() - interval '1 second'");
  const { services } = center;
  const run = { id: randomUUID(), signal: new AbortController().signal, log: () => undefined };
  await tidyJob(services as never).handle({}, run as never);
  expect(await kept()).toEqual([]);
  expect(await ann.post(`${runs}${id}/rerun/`)).toMatchObject({
    status: 400,
    json: { code: 'transfer_files_gone' },
  });
});

test('A-6-036 B-5-026 B-5-027 B-5-028 what a transfer may not bring is refused with its reason, and leaves nothing', async () => {
  const before = (await kept()).length;
  const { id } = await transfer();
  const bob = await center.user('bob');
  await set({ FILE_UPLOAD_SIZE_LIMIT_MB: 1 });
  const megabyte = 1024 * 1024;
  for (const [reason, job, files, by] of [
    [
      'several files named "a"',
      id,
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    ['is too long', id, [['x'.repeat(129), '1']]],
    [
      'larger than 1 MB',
      id,
      [
        ['small', '1'],
        ['big', Buffer.alloc(megabyte + 1)],
      ],
    ],
    ['larger than 5 MB', id, Array.from({ length: 6 }, (_, at): Sent => [`f${at}`, Buffer.alloc(megabyte)])],
    ['is empty', id, [['none', '']]],
    ['At most 100', id, Array.from({ length: 101 }, (_, at): Sent => [`f${at}`, '1'])],
    ['invisible', id, [['a\u202egnp.sh', '1']]],
    ['at least one file', id, []],
    ['job_id', undefined, [['a', '1']]],
    ['job_id', randomUUID(), [['a', '1']]],
    ['job_id', id, [['a', '1']], bob],
  ] as const satisfies readonly (readonly [string, string | undefined, readonly Sent[], User?])[]) {
    const answer = await send(job, files, by);
    expect([reason, answer.status, answer.json]).toEqual([
      reason,
      400,
      { error: expect.stringContaining(reason) },
    ]);
  }
  const outside = await send(id, [['../../etc/passwd', 'x']]);
  if (outside.status === 201) await ended(bodyOf<{ task_id: string }>(outside).task_id);
  expect(existsSync('/tmp/etc/passwd')).toBe(false);
  await expect.poll(async () => (await kept()).length).toBe(before);
  await set({ FILE_UPLOAD_SIZE_LIMIT_MB: 200 });
});

test('the log of file transfers says of each file whether it arrived, even if the transfer failed or was stopped after it', async () => {
  await mkdir(`/tmp/${folder}/taken`, { recursive: true });
  const { id } = await transfer({ assets: [web] });
  const run = await sent(id, [
    ['first.sh', 'echo'],
    ['taken', 'a folder has this name'],
    ['last', 'x'],
  ]);
  expect((await ended(run)).status).toBe('failed');
  expect(await readFile(`/tmp/${folder}/first.sh`, 'utf8')).toBe('echo');
  const { rows } = await center.pool.query(
    'select filename, is_success from audits_ftplog where filename = any($1) order by filename',
    [['first.sh', 'last', 'taken'].map((name) => `/tmp/${folder}/${name}`)],
  );
  expect(rows.map(({ is_success }) => is_success)).toEqual([true, false, false]);
});

test('an upload of which nothing more arrives, as after kill -9 of its server, takes no room for long', async () => {
  const { services, pool } = center;
  await pool.query('delete from ops_upload');
  const job = await transfer({ assets: [web] });
  const { rows } = await pool.query('select org_id from ops_job where id = $1', [job.id]);
  const size = 2000 * 1024 * 1024;
  const room = { ofUser: size, ofEveryone: size };
  const left = await beginUpload({ org: rows[0]?.org_id, creator: ann.id, size }, room, services);
  const later = () => pool.query("update ops_upload set date_due = date_due - interval '10 minutes'");
  await later();
  expect(await renewUpload('id' in left ? left.id : '', services.db)).toBe(true);
  await later();
  expect((await send(job.id, [['a', '1']])).status).toBe(400);
  await later();
  expect((await ended(await sent(job.id, [['a', '1']]))).status).toBe('success');
  await pool.query('delete from ops_upload');
});

test('a user who keeps too much here waits; a transfer goes on while commands are switched off', async () => {
  const job = await transfer();
  const held = (creator: string) =>
    center.pool.query(
      "insert into ops_upload (id, org_id, creator, size, date_due) select gen_random_uuid(), org_id, $1, 2000 * 1048576::bigint, now() + interval '1 hour' from ops_job where id = $2",
      [creator, job.id],
    );
  await held(ann.id);
  expect((await send(job.id, [['a', '1']])).json).toEqual({ error: expect.stringContaining('2000 MB') });
  await center.pool.query(
    'update ops_upload set creator = gen_random_uuid(), size = 20000 * 1048576::bigint',
  );
  expect((await send(job.id, [['a', '1']])).json).toEqual({ error: expect.stringContaining('all users') });
  await center.pool.query('delete from ops_upload');
  await set({ SECURITY_COMMAND_EXECUTION: false });
  expect((await ended(await sent((await transfer()).id, [['a', '1']]))).status).toBe('success');
  await set({ SECURITY_COMMAND_EXECUTION: true });
});

test('a transfer needs the action to upload on each asset, by SSH or SFTP, and a folder below the base', async () => {
  const eve = await center.user('eve');
  const telnet = (await center.machine('telnet-1')).id;
  await center.pool.query(
    `update assets_asset set protocols = '[{"name":"telnet","port":23}]' where id = $1`,
    [telnet],
  );
  await center.grant(eve.id, [web], { actions: ['connect'] });
  await center.grant(eve.id, [db], { actions: ['upload'], protocols: ['telnet'] });
  await center.grant(eve.id, [telnet], { actions: ['upload'] });
  for (const [asset, reason] of [
    [web, 'to web-1: Your permission does not include uploads'],
    [db, 'to db-1: Your permission includes neither SSH nor SFTP'],
    [telnet, 'to telnet-1: The asset has neither SSH nor SFTP'],
  ] as const)
    expect(await wished({ assets: [asset] }, eve)).toMatchObject({
      status: 403,
      json: { code: 'transfer_not_allowed', detail: expect.stringContaining(reason) },
    });
  for (const [field, more] of [
    ['args', { args: '{"dst_path":"../etc"}' }],
    ['args', { args: '{"dst_path":"a/\\u0000"}' }],
    ['args', { args: 'logs' }],
    ['args', { args: '{"mode":"u+s"}' }],
    ['args', { args: '{"owner":"a;reboot"}' }],
    ['assets', { assets: [] }],
    ['runas', { runas: ' ' }],
    ['is_periodic', { is_periodic: true, crontab: '0 0 * * *' }],
  ] as const)
    expect(await wished(more)).toMatchObject({ status: 400, json: { [field]: expect.anything() } });
  expect((await center.as({ permissions: [] }).post(`${jobs}upload/`, {})).status).toBe(403);
});
