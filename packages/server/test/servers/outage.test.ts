import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startApi } from '../api.ts';
import { registerComponent } from '../component.ts';
import { startServer } from '../signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let keeper: pg.Client;
let name: string;
beforeAll(async () => {
  server = await startServer();
  keeper = new pg.Client(server.config.GATEHOUSE_DATABASE_URL);
  await keeper.connect();
  name = (await keeper.query('select current_database() as name')).rows[0].name;
});
afterAll(async () => {
  await keeper.end();
  await server.stop();
});

/** From now on, or no longer, the database accepts no further connection. */
const limit = async (connections: number) => {
  await keeper.query(`alter database "${name}" connection limit ${connections}`);
  await keeper.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [name],
  );
};

test('without a connection to the database every request is answered with 503, when to try again, and why', async () => {
  const browser = await server.admin();
  await limit(0);
  const answers = [
    await browser.get('/api/v1/users/users/?limit=15'),
    await browser.get('/api/v1/assets/hosts/'),
    await browser.post('/api/v1/users/groups/', { name: 'Nowhere' }),
    await browser.options('/api/v1/users/users/'),
    await browser.post('/api/v1/authentication/auth/', { username: 'admin', password: 'x' }),
  ];
  for (const { status, json, raw } of answers)
    expect([status, raw.headers['retry-after'], json]).toEqual([
      503,
      '5',
      {
        detail:
          'The server cannot work on this now, because its database or another service does not answer. Try again in a moment.',
        code: 'unavailable',
      },
    ]);
  const japanese = await server.browser().send('GET', '/api/v1/users/profile/', {
    headers: {
      'accept-language': 'ja',
      cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
    },
  });
  expect([japanese.status, japanese.text]).toEqual([503, expect.stringContaining('しばらくしてから')]);
  await limit(-1);
  await expect.poll(async () => (await browser.get('/api/v1/users/profile/')).status).toBe(200);
});

test('when the disk is full, an upload is answered with 503, when to try again, and why', async () => {
  const api = await startApi();
  onTestFinished(api.stop);
  const component = await registerComponent(api, 'full');
  const session = await component.session();
  const form = new FormData();
  form.append('file', new Blob(['recorded']), 'f');
  const sent = new Response(form);
  const type = sent.headers.get('content-type') ?? '';
  const payload = Buffer.from(await sent.arrayBuffer());
  const upload = () =>
    component.post(`/api/v1/terminal/sessions/${session}/replay/`, payload, { 'content-type': type });
  const { put } = api.services.blobs;
  api.services.blobs.put = () =>
    Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  const refused = await upload();
  expect([refused.status, refused.headers['retry-after'], refused.json]).toEqual([
    503,
    '60',
    {
      detail: 'The server has no space left to store this. An administrator must free some; try again later.',
      code: 'disk_full',
    },
  ]);
  api.services.blobs.put = put;
  expect((await upload()).status).toBe(201);
});
