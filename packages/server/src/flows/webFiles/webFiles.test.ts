import { mkdir, writeFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startServer } from '../../../test/signedIn.ts';
import { createStaticFolder } from '../../platform/http/staticFolder.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
});
afterAll(() => server.stop());

const asking = (headers: Record<string, string> = {}) =>
  Object.assign(new IncomingMessage(new Socket()), { method: 'GET', headers });

test('files compressed by the build are sent compressed to clients that accept it, and not again while unchanged', async () => {
  const folder = join(server.config.GATEHOUSE_HOME, 'files');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'app.js'), 'x'.repeat(10_000));
  await writeFile(join(folder, 'app.js.gz'), gzipSync('x'.repeat(10_000)));
  await writeFile(join(folder, 'bare.css'), 'y');
  await writeFile(join(folder, '..', 'secret.txt'), 'secret');
  const files = createStaticFolder(pathToFileURL(`${folder}/`));
  const plain = await files.answer('app.js', asking(), 'no-cache');
  expect([plain?.status, plain?.headers['content-type'], plain?.headers['content-length']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    '10000',
  ]);
  expect(await text(plain?.stream as Readable)).toHaveLength(10_000);
  const small = await files.answer('app.js', asking({ 'accept-encoding': 'br, gzip' }), 'no-cache');
  expect([small?.headers['content-encoding'], small?.headers['content-type'], small?.headers.vary]).toEqual([
    'gzip',
    'text/javascript; charset=utf-8',
    'Accept-Encoding',
  ]);
  expect(gunzipSync(await buffer(small?.stream as Readable))).toHaveLength(10_000);
  const bare = await files.answer('bare.css', asking({ 'accept-encoding': 'gzip' }), 'no-cache');
  expect([bare?.headers['content-encoding'], await text(bare?.stream as Readable)]).toEqual([undefined, 'y']);
  const second = await files.answer(
    'app.js',
    asking({ 'accept-encoding': 'gzip', 'if-none-match': small?.headers.etag ?? '' }),
    'no-cache',
  );
  expect([second?.status, await text(second?.stream as Readable)]).toEqual([304, '']);
  for (const path of ['../secret.txt', '..%2fsecret.txt', '/etc/passwd', 'a\0.js', '', '.'])
    expect(await files.answer(path, asking(), 'no-cache')).toBeUndefined();
  await writeFile(join(folder, 'app.js.gz'), gzipSync('changed'));
  expect(
    (await files.answer('app.js', asking({ 'accept-encoding': 'gzip' }), 'no-cache'))?.headers.etag,
  ).not.toBe(small?.headers.etag);
});

test('a file of the build is the same for every caller: wrong credentials do not matter, and no cookie is set', async () => {
  const wrong = { authorization: 'Bearer nothing' };
  expect((await admin.get('/ui/assets/none.js', undefined, wrong)).status).toBe(404);
  expect((await admin.get('/ui/none', undefined, wrong)).status).toBe(401);
  expect((await admin.get('/ui/assets/none.js')).raw.headers['set-cookie']).toBeUndefined();
  for (const path of ['..%2findex.html', 'x%2f..%2f..%2findex.html', '..%5cindex.html'])
    expect((await admin.get(`/ui/assets/${path}`)).status, path).toBe(404);
});

test('recordings are visible only to users who may see their session', async () => {
  const session = '11111111-2222-4333-8444-555555555555';
  const other = ((await admin.post('/api/v1/orgs/orgs/', { name: 'Other' })).json as { id: string }).id;
  const folder = join(server.config.GATEHOUSE_HOME, 'replay', '2026-01-02');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${session}.cast.gz`), 'recording');
  await addSession(session, other);
  const url = `/media/replay/2026-01-02/${session}.cast.gz`;
  const seen = await admin.get(url, undefined, { 'x-jms-org': other });
  expect([seen.status, seen.text, seen.raw.headers['content-encoding']]).toEqual([
    200,
    'recording',
    undefined,
  ]);
  const part = async (range: string) => {
    const { status, text, raw } = await admin.get(url, undefined, { 'x-jms-org': other, range });
    return [status, text, raw.headers['content-range'], raw.headers['content-length']];
  };
  expect(seen.raw.headers['accept-ranges']).toBe('bytes');
  expect(await part('bytes=2-4')).toEqual([206, 'cor', 'bytes 2-4/9', '3']);
  expect(await part('bytes=-3')).toEqual([206, 'ing', 'bytes 6-8/9', '3']);
  expect(await part('bytes=20-')).toEqual([416, '', 'bytes */9', '0']);
  expect(await part('bytes=0-1,3-4')).toEqual([200, 'recording', undefined, '9']);
  expect((await admin.get(url)).status).toBe(404);
  expect((await server.browser().get(url)).status).toBe(401);
  expect((await admin.get('/media/replay/../keys/initial-admin-password')).status).not.toBe(200);
  for (const path of [
    '%2e%2e/keys/master',
    '..%2fkeys%2fmaster',
    '%252e%252e/x',
    '2026-01-02/..%5c..%5cx',
    '.hidden',
    'a%00b',
  ])
    expect((await admin.get(`/media/replay/${path}`)).status, path).toBeGreaterThanOrEqual(400);
  expect((await admin.get('/media/other/x')).status).toBe(403);
  // Named like the recording, so that only the path can be the reason.
  for (const place of ['keys', 'replay/.hidden']) {
    await mkdir(join(server.config.GATEHOUSE_HOME, place), { recursive: true });
    await writeFile(join(server.config.GATEHOUSE_HOME, place, `${session}.cast.gz`), 'private');
  }
  for (const path of ['%2e%2e/keys', '..%2fkeys', 'x/../../keys', '%2fkeys', '.hidden', 'x%2f..%2f.hidden']) {
    const sent = await admin.get(`/media/replay/${path}/${session}.cast.gz`, undefined, {
      'x-jms-org': other,
    });
    expect([sent.status, sent.text.includes('private')], path).not.toEqual([200, true]);
  }
});

test('a recording that is fetched by its address is noted as viewed, once for what a player fetches', async () => {
  const session = '11111111-2222-4333-8444-666666666666';
  const org = ((await admin.get('/api/v1/orgs/orgs/current/')).json as { id: string }).id;
  const folder = join(server.config.GATEHOUSE_HOME, 'replay', '2026-01-02');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${session}.cast.gz`), 'recording');
  await addSession(session, org);
  await server.pool.query("update terminal_session set date_start = '2026-01-02T12:00:00Z' where id = $1", [
    session,
  ]);
  const url = `/media/replay/2026-01-02/${session}.cast.gz`;
  const noted = async () => {
    const views = "select 1 from audits_operatelog where resource_id = $1 and action = 'download'";
    const lines =
      "select 1 from audits_activitylog where resource_id = $1 and content like '%replay_viewed%'";
    return [
      (await server.pool.query(views, [session])).rowCount,
      (await server.pool.query(lines, [session])).rowCount,
    ];
  };
  expect((await admin.get(url)).text).toBe('recording');
  expect(await noted()).toEqual([1, 1]);
  expect((await admin.get(url, undefined, { range: 'bytes=2-4' })).text).toBe('cor');
  expect(await noted()).toEqual([1, 1]);
  const described = await admin.get(`/api/v1/terminal/sessions/${session}/replay/`);
  expect(described.status).toBe(200);
  expect(await noted()).toEqual([2, 2]);
  await admin.get(url);
  expect(await noted()).toEqual([2, 2]);
  await server.pool.query("delete from system_cache where key like 'replay_view:%'");
  await admin.get(url);
  expect(await noted()).toEqual([3, 3]);
});

test('only folders meant for everyone are open to everyone, however the path is written', async () => {
  const files = join(server.config.GATEHOUSE_HOME, 'media');
  for (const folder of ['xpack', 'ftp_files/2026-01-02'])
    await mkdir(join(files, folder), { recursive: true });
  await writeFile(join(files, 'xpack', 'logo.png'), 'logo');
  await writeFile(join(files, 'ftp_files/2026-01-02/transferred'), 'secret');
  const read = async (path: string) => {
    const { status, text } = await server.browser().get(`/media/${path}`);
    return [path, status, text.includes('secret')];
  };
  expect(await read('xpack/logo.png')).toEqual(['xpack/logo.png', 200, false]);
  const around = ['xpack', 'img', 'settings', 'xpack/a/..'].flatMap((first) =>
    ['..%2f', '%2e%2e%2f', 'x%2f..%2f..%2f', '.%2f..%2f'].map(
      (way) => `${first}/${way}ftp_files%2f2026-01-02%2ftransferred`,
    ),
  );
  for (const path of around) expect(await read(path)).toEqual([path, 401, false]);
  expect((await server.browser().get(`/media/xpack/${'x'.repeat(1_000)}.png`)).status).toBe(401);
  expect((await admin.get(`/media/xpack/${'x'.repeat(1_000)}.png`)).status).toBe(404);
});

test('the console and the web terminal open at their address without its slash too, with what follows it', async () => {
  const leadsTo = async (url: string) => (await admin.get(url)).location;
  expect(await leadsTo('/ui')).toBe('/ui/');
  expect(await leadsTo('/luna?login_to=web-01')).toBe('/luna/?login_to=web-01');
  for (const url of ['/ui/', '/luna/', '/luna/?login_to=web-01']) {
    const { status, location } = await admin.get(url);
    expect([location, [200, 503].includes(status)], url).toEqual(['', true]);
  }
});

/** Adds a session with only its required values. */
const addSession = async (id: string, org: string) => {
  const { rows } = await server.pool.query<{ name: string; type: string }>(
    "select column_name as name, data_type as type from information_schema.columns where table_name = 'terminal_session' and is_nullable = 'NO' and is_generated = 'NEVER'",
  );
  const empty: Record<string, unknown> = { boolean: false, bigint: 0, integer: 0, jsonb: {}, text: '' };
  const filled = rows.map(({ name, type }) => [name, empty[type] ?? new Date().toISOString()]);
  const row = JSON.stringify({ ...Object.fromEntries(filled), id, org_id: org });
  const columns = rows.map(({ name }) => `"${name}"`).join(', ');
  await server.pool.query(
    `insert into terminal_session (${columns}) select ${columns} from jsonb_populate_record(null::terminal_session, $1)`,
    [row],
  );
};
