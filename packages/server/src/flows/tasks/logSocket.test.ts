import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createMfaPeople, password } from '../../../test/mfa.ts';
import { type Browser, startServer } from '../../../test/signedIn.ts';
import { recordEnd, recordQueued, recordReport, recordStarted } from '../../platform/jobs/runs.ts';
import { logFrames } from './logFrames.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let base: string;
let admin: Browser;
let ann: { id: string; browser: Browser };
beforeAll(async () => {
  server = await startServer();
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  admin = await server.admin();
  const id = await createMfaPeople(server).addUser(admin, 'ann');
  ann = { id, browser: await server.browserOf('ann', password) };
});
afterAll(() => server.stop());

const open: WebSocket[] = [];
afterAll(() => {
  for (const socket of open) socket.terminate();
});

type Frame = { message: string; task?: string; event?: string };

/** Asks for logs over a socket with a browser's cookies; returns what arrives. */
const watch = async (browser: Browser, headers: Record<string, string> = {}) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`${base.replace('http', 'ws')}/ws/ops/tasks/log/`, {
    headers: { cookie, ...headers },
  });
  open.push(socket);
  const heard: Frame[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as Frame));
  const status = await new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => undefined);
  });
  const text = () => heard.map(({ message }) => message).join('');
  return { heard, text, status, ask: (data: unknown) => socket.send(JSON.stringify(data)) };
};

const report = (id: string, lines: string) =>
  recordReport({ id, attempt: 1 }, { progress: null, lines }, server.services.db);
const begun = async (creator?: string) => {
  const run = { id: randomUUID(), name: 'tidy', payload: {} };
  await recordQueued({ ...run, ...(creator && { creator }) }, server.services.db);
  await recordStarted({ ...run, attempt: 1 }, server.services.db);
  return run.id;
};

test('a log is sent from its start and followed until its run ends; the same socket then shows another', async () => {
  const id = await begun(ann.id);
  await report(id, 'one\n');
  const page = await watch(ann.browser);
  page.ask({ task: id, type: 'celery' });
  await expect.poll(page.text).toBe('\r\none\r\n');
  await report(id, 'two\n');
  await expect.poll(page.text).toBe('\r\none\r\ntwo\r\n');
  await recordEnd({ id, attempt: 1 }, 'done', '', server.services.db);
  await expect.poll(() => page.heard.at(-1)).toEqual({ event: 'end', task: id, message: '' });
  const next = await begun(ann.id);
  await report(next, 'second\n');
  await recordEnd({ id: next, attempt: 1 }, 'failed', 'no luck', server.services.db);
  page.ask({ task: next });
  await expect.poll(() => page.heard.at(-1)).toEqual({ event: 'end', task: next, message: '' });
  expect(page.text()).toContain('second\r\n');
});

test('a run that waits is announced with dots', async () => {
  const id = randomUUID();
  await recordQueued({ id, name: 'tidy', payload: {}, creator: ann.id }, server.services.db);
  const page = await watch(ann.browser);
  page.ask({ task: id });
  await expect.poll(page.text).toMatch(/^\.+$/);
  await recordStarted({ id, name: 'tidy', payload: {}, attempt: 1 }, server.services.db);
  await recordEnd({ id, attempt: 1 }, 'done', '', server.services.db);
  await expect.poll(() => page.heard.at(-1)?.event).toBe('end');
});

test('logs of runs that others started, unknown runs and nonsense show nothing', async () => {
  const foreign = await begun();
  await report(foreign, 'of the other organization\n');
  const page = await watch(ann.browser);
  page.ask({ task: foreign });
  await expect.poll(page.heard.at.bind(page.heard, -1)).toEqual({ message: 'No permission', task: foreign });
  for (const task of [randomUUID(), 'x', "' or 1=1 --"]) {
    page.ask({ task });
    await expect.poll(() => page.heard.at(-1)).toEqual({ message: 'Task not found', task });
  }
  for (const nonsense of [null, [], { task: 7 }, { task: 'x'.repeat(129) }]) page.ask(nonsense);
  const own = await begun(ann.id);
  await report(own, 'fine\n');
  page.ask({ task: own });
  await expect.poll(page.text).toContain('fine');
  expect(page.text()).not.toContain('organization');
  const boss = await watch(admin);
  boss.ask({ task: foreign });
  await expect.poll(boss.text).toContain('of the other organization');
});

test('a foreign page cannot open the socket with the cookies of a user', async () => {
  expect((await watch(ann.browser, { origin: 'https://evil.example' })).status).toBe(403);
});

test('the text of a frame has at most 4096 bytes and no half characters', () => {
  const frames = logFrames(`${'界'.repeat(3000)}\n${'🙂'.repeat(2000)}`);
  expect(Math.max(...frames.map((frame) => Buffer.byteLength(frame)))).toBeLessThanOrEqual(4096);
  expect(frames.join('')).toBe(`${'界'.repeat(3000)}\r\n${'🙂'.repeat(2000)}`);
  expect(frames.every((frame) => frame.isWellFormed())).toBe(true);
  expect(logFrames('')).toEqual([]);
});
