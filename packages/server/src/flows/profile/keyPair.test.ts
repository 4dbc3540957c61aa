import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Browser, startServer } from '../../../test/signedIn.ts';

const url = '/core/auth/profile/pubkey/generate/';
const profile = '/api/v1/users/profile/';

let server: Awaited<ReturnType<typeof startServer>>;
let user: Browser;
beforeAll(async () => {
  server = await startServer();
  const admin = await server.admin();
  await admin.post('/api/v1/users/users/', {
    name: 'Ann',
    username: 'änn',
    email: 'ann@example.com',
    password_strategy: 'custom',
    password: 'Right-password-1',
  });
  user = await server.browserOf('änn', 'Right-password-1');
});
afterAll(() => server.stop());

const storedKey = async () =>
  (await server.pool.query("select public_key from users_user where username = 'änn'")).rows[0]
    .public_key as string;

/** The public key that an SSH program derives from the private key. */
const asSshReads = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'id');
  writeFileSync(file, text);
  chmodSync(file, 0o600);
  return execFileSync('ssh-keygen', ['-y', '-P', '', '-f', file], { encoding: 'utf8' });
};

test('the private key is downloaded once and works in SSH programs; the public key is stored', async () => {
  const made = await user.get(url);
  expect(made.status, made.text).toBe(200);
  expect(made.raw.headers).toMatchObject({
    'content-type': 'application/x-pem-file',
    'content-disposition': "attachment; filename*=UTF-8''%C3%A4nn-gatehouse.pem",
    'cache-control': 'no-store',
  });
  const [type, body, comment] = (await storedKey()).split(' ');
  expect(asSshReads(made.text).split(/\s/).slice(0, 2)).toEqual([type, body]);
  expect([type, comment]).toEqual(['ssh-ed25519', 'änn@gatehouse']);
  expect((await user.get(`${profile}public-key/`)).json).toEqual({
    public_key_comment: 'änn@gatehouse',
    public_key_hash_md5: expect.stringMatching(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/),
  });
  const second = await user.get(url);
  expect(second.text).not.toBe(made.text);
  expect(await storedKey()).not.toContain(body);
});

test('the private key is not stored, and the log records the change', async () => {
  const made = await user.get(url);
  const middle = made.text.split('\n').slice(2, 4);
  const { rows: tables } = await server.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  for (const { name } of tables) {
    const { rows } = await server.pool.query<{ all: string | null }>(
      `select string_agg(t::text, ' ') as all from "${name}" t`,
    );
    for (const line of middle) expect(rows[0]?.all ?? '', name).not.toContain(line);
  }
  const logs = await server.pool.query(
    'select action, resource_key, diff::text as diff from audits_operatelog order by datetime desc limit 1',
  );
  expect(logs.rows[0]).toMatchObject({ action: 'update', resource_key: 'users.user' });
  expect(logs.rows[0].diff).toContain('SSH public key');
});

test('a link on another site cannot create a key, although that is a GET', async () => {
  const before = await storedKey();
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await server.app.inject({
      method,
      url,
      headers: { cookie: [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    expect(answer.statusCode, method).toBe(403);
  }
  expect((await server.browser().get(url)).status).toBe(401);
  expect(await storedKey()).toBe(before);
});

test('no key is created while SSH keys are switched off', async () => {
  const { settings, db } = server.services;
  const set = async (value: boolean) => {
    await settings.set({ TERMINAL_PUBLIC_KEY_AUTH: value }, db);
    await settings.reload();
  };
  await set(false);
  onTestFinished(() => set(true));
  const before = await storedKey();
  const refused = await user.get(url);
  expect([refused.status, refused.json]).toEqual([
    400,
    { public_key: ['Signing in with SSH keys is switched off.'] },
  ]);
  expect(await storedKey()).toBe(before);
});
