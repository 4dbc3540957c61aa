import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStaticFolder } from '../../platform/http/staticFolder.ts';
import { consolePage } from './consolePage.ts';

const policy = "default-src 'self';script-src 'self' 'wasm-unsafe-eval';style-src 'self' 'unsafe-inline'";
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const shell = (script: string) =>
  `<script>${script}</script><script type="module" src="/ui/assets/a.js"></script>`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-'));
  await writeFile(join(folder, 'index.html'), '<title>bare</title>');
  await writeFile(join(folder, 'shell.html'), shell('paint()'));
});
afterEach(() => rm(folder, { recursive: true }));

const setup = () => {
  const url = pathToFileURL(`${folder}/`);
  const page = consolePage(createStaticFolder(url), url);
  return async (user: string, headers: Record<string, string> = {}) => {
    const raw = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', headers });
    const answer = await page({
      ctx: { actor: { id: user } },
      request: { raw },
      reply: { getHeader: (name) => (name === 'content-security-policy' ? policy : undefined) },
    });
    return { ...answer, headers: answer?.headers ?? {}, stream: answer?.stream as Readable };
  };
};

test('a signed-in user gets the page with the frame, whose script the policy names by its hash and no other', async () => {
  const visit = setup();
  const { status, headers, stream } = await visit('mara');
  expect([status, await text(stream)]).toEqual([200, shell('paint()')]);
  const allowed = policy.replace("script-src 'self'", `script-src 'self' ${hashOf('paint()')}`);
  expect(headers).toMatchObject({ 'content-security-policy': allowed, 'cache-control': 'no-cache' });
  expect(allowed).not.toContain("script-src 'unsafe-inline'");
});

test('a visitor who is not signed in gets the bare page with the usual policy', async () => {
  const { headers, stream } = await setup()('');
  expect(await text(stream)).toBe('<title>bare</title>');
  expect(headers).not.toHaveProperty('content-security-policy');
  expect(headers['cache-control']).toBe('no-cache');
});

test('after signing in, a kept bare page is replaced; an unchanged one is confirmed, with its policy', async () => {
  const visit = setup();
  const bare = await visit('');
  const shown = await visit('mara', { 'if-none-match': bare.headers.etag ?? '' });
  expect(shown.status).toBe(200);
  const again = await visit('mara', { 'if-none-match': shown.headers.etag ?? '' });
  expect([again.status, again.headers['content-security-policy']]).toEqual([
    304,
    shown.headers['content-security-policy'],
  ]);
});

test('a new build is allowed its own script; the compressed page has the same one', async () => {
  const visit = setup();
  await visit('mara');
  await writeFile(join(folder, 'shell.html'), shell('paintAnew()'));
  await writeFile(join(folder, 'shell.html.br'), brotliCompressSync(shell('paintAnew()')));
  const { headers, stream } = await visit('mara', { 'accept-encoding': 'br' });
  expect(brotliDecompressSync(await buffer(stream)).toString()).toBe(shell('paintAnew()'));
  expect(headers['content-security-policy']).toContain(hashOf('paintAnew()'));
  expect(headers['content-security-policy']).not.toContain(hashOf('paint()'));
});

test('without the page of the frame every visitor gets the bare one, and nothing before the build', async () => {
  await rm(join(folder, 'shell.html'));
  const { stream, headers } = await setup()('mara');
  expect([await text(stream), headers['content-security-policy']]).toEqual([
    '<title>bare</title>',
    undefined,
  ]);
  await rm(join(folder, 'index.html'));
  expect((await setup()('mara')).status).toBeUndefined();
});
