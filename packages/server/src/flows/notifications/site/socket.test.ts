import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createMfaPeople, password } from '../../../../test/mfa.ts';
import { type Browser, startServer } from '../../../../test/signedIn.ts';
import { publish } from '../../../platform/events.ts';
import { createNotices } from '../../../platform/notices.ts';
import { notify } from '../notify.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let base: string;
beforeAll(async () => {
  server = await startServer({}, { notices: (url) => createNotices(url) });
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  admin = await server.admin();
});
afterAll(() => server.stop());

const open: WebSocket[] = [];
afterAll(() => {
  for (const socket of open) socket.terminate();
});

/** A socket with a browser's cookies; returns the messages it receives and how it ends. */
const listen = (browser: Browser | undefined, headers: Record<string, string> = {}) => {
  const cookie = [...(browser?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`${base.replace('http', 'ws')}/ws/notifications/site-msg/`, {
    headers: { cookie, ...headers },
  });
  open.push(socket);
  const heard: unknown[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data))));
  const ended = new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('close', resolve);
    socket.on('error', () => undefined);
  });
  return { heard, ended };
};
const unread = (count: number) => ({ type: 'unread_count', unread_count: count });
const tell = (id: string) =>
  notify([id], { key: 'mfa_reset', params: { by: 'Ada(ada)' } }, server.services.db);

test('A-7-022 the count of unread messages is sent at the start and with each new one', async () => {
  const people = createMfaPeople(server);
  const ann = await people.addUser(admin, 'ann');
  const ben = await people.addUser(admin, 'ben');
  const [annsBrowser, bensBrowser] = [
    await server.browserOf('ann', password),
    await server.browserOf('ben', password),
  ];
  await tell(ann);
  const [mine, yours] = [listen(annsBrowser, { origin: base }), listen(bensBrowser)];
  await expect.poll(() => [mine.heard, yours.heard]).toEqual([[unread(1)], [unread(0)]]);
  await tell(ann);
  await expect.poll(() => mine.heard).toEqual([unread(1), unread(2)]);
  await tell(ben);
  await expect.poll(() => yours.heard).toEqual([unread(0), unread(1)]);
  expect(mine.heard).toHaveLength(2);
});

const following = {
  type: 'following',
  paths: ['/api/v1/terminal/sessions/', '/api/v1/audits/user-sessions/'],
};
const changed = (path: string) => ({ type: 'changed', path });

test('pages learn at once that sessions changed, gathered, if their users may view sessions', async () => {
  await createMfaPeople(server).addUser(admin, 'dana');
  const dana = await server.browserOf('dana', password);
  const [seer, other] = [listen(admin), listen(dana)];
  await expect.poll(() => [seer.heard.length, other.heard.length]).toEqual([2, 1]);
  expect(seer.heard[0]).toEqual(following);
  for (let n = 0; n < 3; n += 1) await publish(server.services.db, 'sessions');
  await expect.poll(() => seer.heard.slice(2)).toEqual([changed('/api/v1/terminal/sessions/')]);
  await publish(server.services.db, 'sessions');
  await expect.poll(() => seer.heard.length).toBe(4);
  expect(other.heard).toHaveLength(1);
});

test('pages learn when web sessions begin, go online or offline, and end', async () => {
  const id = await createMfaPeople(server).addUser(admin, 'olga');
  const seer = listen(admin);
  await expect.poll(() => seer.heard.length).toBe(2);
  let known = 2;
  const told = async () => {
    await expect.poll(() => seer.heard.slice(known)).toEqual([changed('/api/v1/audits/user-sessions/')]);
    known = seer.heard.length;
  };
  const olga = await server.browserOf('olga', password);
  await told();
  const tab = '/api/v1/authentication/user-session/';
  await olga.get(tab);
  await told();
  // A second page changes nothing in the list, and neither does closing it.
  await olga.get(tab);
  await olga.delete(tab);
  await olga.delete(tab);
  await told();
  await olga.signOut();
  await told();
  await server.browserOf('olga', password);
  await told();
  await admin.patch(`/api/v1/users/users/${id}/`, { is_active: false });
  await told();
});

test('the socket needs a web session and a page of this site, and closes on signing out', async () => {
  expect(await listen(undefined).ended).toBe(401);
  expect(await listen(admin, { origin: 'https://evil.example' }).ended).toBe(403);
  expect(await listen(admin, { origin: 'null' }).ended).toBe(403);
  const made = await admin.post('/api/v1/authentication/auth/', {
    username: 'admin',
    password: 'Known-password-1',
  });
  const { token } = made.json as { token: string };
  expect(await listen(undefined, { authorization: `Bearer ${token}` }).ended).toBe(403);
  const id = await createMfaPeople(server).addUser(admin, 'cleo');
  const browser = await server.browserOf('cleo', password);
  const socket = listen(browser);
  await expect.poll(() => socket.heard).toEqual([unread(0)]);
  await browser.signOut();
  await tell(id);
  expect(await socket.ended).toBe(4401);
  expect(socket.heard).toHaveLength(1);
});

/** The messages a user has received, in order. */
const messagesTo = async (id: string): Promise<{ key: string; by: string }[]> => {
  const { rows } = await server.pool.query(
    `select text->>'key' as key, text->'params'->>'by' as by from notifications_sitemessage where "user" = $1 order by date_created`,
    [id],
  );
  return rows;
};
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIPUL/AcuDzDkDcLvnFnbXSSHmHSlGzBUpg1b5E5CCkB dora';

test('users are told when others change their password, public key or MFA', async () => {
  const people = createMfaPeople(server);
  const { id } = await people.addBound(admin, 'dora');
  const base = `/api/v1/users/users/${id}/`;
  const steps = [
    await admin.get(`${base}mfa/reset/`),
    await admin.patch(base, { public_key: key }),
    await admin.patch(`${base}pubkey/reset/`),
    await admin.patch(`${base}password/reset/`),
    await admin.patch(`${base}password/`, { password: 'Another-password-2' }),
    await admin.patch(base, { comment: 'nothing of importance' }),
  ];
  expect(steps.map((step) => step.status)).toEqual(Array(steps.length).fill(200));
  const rows = await messagesTo(id);
  expect(rows.map((row) => row.key)).toEqual([
    'mfa_reset',
    'public_key_changed',
    'public_key_removed',
    'password_reset',
    'password_changed',
  ]);
  expect(new Set(rows.map((row) => row.by))).toEqual(new Set(['Administrator(admin)']));
});

test('users are told of their own changes too, in case it was not them', async () => {
  const id = await createMfaPeople(server).addUser(admin, 'emil');
  const emil = await server.browserOf('emil', password);
  const profile = '/api/v1/users/profile/';
  const next = 'Another-password-3';
  const steps = [
    await emil.put(`${profile}public-key/`, { public_key: key }),
    await emil.patch(profile, { comment: 'no change of the key' }),
    await emil.put(`${profile}password/`, {
      old_password: password,
      new_password: next,
      new_password_again: next,
    }),
    await admin.patch(`/api/v1/users/users/${id}/`, { password: 'Another-password-4' }),
  ];
  expect(steps.map((step) => step.status)).toEqual(Array(steps.length).fill(200));
  expect(await messagesTo(id)).toEqual([
    { key: 'public_key_changed', by: 'emil(emil)' },
    { key: 'password_changed', by: 'emil(emil)' },
    { key: 'password_changed', by: 'Administrator(admin)' },
  ]);
});
