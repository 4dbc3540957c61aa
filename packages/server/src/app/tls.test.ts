import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect } from 'node:tls';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { selfSigned } from '../../../../scripts/servers/selfSigned.ts';
import { startServer } from '../../test/signedIn.ts';
import { expiryWarning, readCertificate } from '../platform/crypto/certificate.ts';
import { addTls } from './tls.ts';

let folder: string;
let files: { cert: string; key: string };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-tls-'));
  files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const store = async (pair: { cert: string; key: string }) => {
  await writeFile(files.cert, pair.cert);
  await writeFile(files.key, pair.key);
};

const ask = (port: number, ca: string, path: string, more: RequestOptions = {}) =>
  new Promise<{ status?: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, ca, agent: false, ...more }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    sent.once('error', reject).end();
  });

const nameShownAt = (port: number) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.once('error', reject);
  });

test('pages, Secure cookies and sockets are served over TLS, browsers are told to stay with it, and TLS 1.1 is refused', async () => {
  const pair = selfSigned();
  await store(pair);
  const server = await startServer();
  const port = await addTls(server.app, { files, say: () => undefined })({ host: '127.0.0.1', port: 0 });
  await server.app.ready();
  const page = await ask(port, pair.cert, '/core/auth/login/');
  expect(page.status).toBe(200);
  expect(page.headers['strict-transport-security']).toBe('max-age=31536000');
  const cookies = [page.headers['set-cookie']].flat().map(String);
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toContain('; Secure');
  expect((await server.browser().get('/core/auth/login/')).raw.headers).not.toHaveProperty(
    'strict-transport-security',
  );
  const cookie = [...(await server.admin()).cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const [host, https_port] of [
    ['gate.example', 443],
    ['gate.example:8443', 8443],
  ] as const) {
    const path = '/api/v1/terminal/endpoints/smart/?protocol=ssh';
    const { body } = await ask(port, pair.cert, path, {
      headers: { cookie, host },
      servername: 'localhost',
    });
    expect(JSON.parse(body)).toMatchObject({ host: 'gate.example', https_port, http_port: 0 });
  }
  const refused = new WebSocket(`wss://127.0.0.1:${port}/ws/terminal-task/`, { ca: pair.cert });
  refused.on('error', () => undefined);
  const status = await new Promise((resolve) =>
    refused.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode);
      response.destroy();
    }),
  );
  expect(status).toBe(401);
  const old = ask(port, pair.cert, '/', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' });
  await expect(old).rejects.toThrow();
  await server.stop();
  await expect(ask(port, pair.cert, '/')).rejects.toThrow('ECONNREFUSED');
});

test('terminals pass through TLS to the gateway and back', async () => {
  const pair = selfSigned();
  await store(pair);
  const gateway = createServer();
  new WebSocketServer({ server: gateway }).on('connection', (socket) =>
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })),
  );
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const { port: behind } = gateway.address() as AddressInfo;
  const server = await startServer({ GATEHOUSE_GATEWAY_URL: `http://127.0.0.1:${behind}` });
  const port = await addTls(server.app, { files, say: () => undefined })({ host: '127.0.0.1', port: 0 });
  const { cookies } = await server.admin();
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`wss://localhost:${port}/koko/ws/terminal/`, {
    ca: pair.cert,
    headers: { cookie },
  });
  socket.on('error', () => undefined);
  const sent = randomBytes(300_000);
  socket.once('open', () => socket.send(sent));
  const [echo] = await once(socket, 'message');
  expect(sent.equals(echo as Buffer)).toBe(true);
  await server.stop();
  gateway.closeAllConnections();
  gateway.close();
});

test('a replaced certificate is used at once; an invalid one is reported and the old one kept', async () => {
  await store(selfSigned('first'));
  const server = await startServer();
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const port = await addTls(server.app, { files, say, everyMs: 20 })({ host: '127.0.0.1', port: 0 });
  await server.app.ready();
  expect(await nameShownAt(port)).toBe('first');
  await writeFile(files.key, selfSigned('another').key);
  await expect
    .poll(() => lines.join('\n'))
    .toContain('The TLS certificate stays the old one. GATEHOUSE_TLS_KEY');
  expect(await nameShownAt(port)).toBe('first');
  await store(selfSigned('second'));
  await expect.poll(() => nameShownAt(port)).toBe('second');
  expect(lines.join('\n')).toContain('was replaced; the new one is good until');
  await server.stop();
});

test('unusable files are refused by name', async () => {
  const pair = selfSigned();
  await store(pair);
  const outcome = async (change: Promise<void> | undefined, paths = files) => {
    await change;
    try {
      return readCertificate(paths).cert && 'accepted';
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(await outcome(undefined)).toBe('accepted');
  expect(await outcome(undefined, { ...files, key: join(folder, 'none.pem') })).toBe(
    `GATEHOUSE_TLS_KEY: ${folder}/none.pem cannot be read (ENOENT).`,
  );
  expect(await outcome(writeFile(files.cert, 'nonsense'))).toContain('is not a certificate in PEM form');
  expect(await outcome(writeFile(files.cert, selfSigned().cert))).toContain('is not the key of');
  expect(await outcome(writeFile(files.key, 'nonsense'))).toContain('is not an unencrypted private key');
});

test('an expired or expiring certificate is reported', async () => {
  const inDays = (days: number) => selfSigned('x', new Date(Date.now() + days * 86_400_000 + 60_000));
  const warning = async (days: number) => {
    await store(inDays(days));
    return expiryWarning(readCertificate(files));
  };
  expect(await warning(30)).toBeUndefined();
  expect(await warning(3)).toMatch(/^The TLS certificate expires on \d{4}-/);
  expect(await warning(-3)).toMatch(/^The TLS certificate expired on .*browsers refuse it/);
});

test('a certificate without its key stops the start', async () => {
  await expect(startServer({ GATEHOUSE_TLS_CERT: files.cert })).rejects.toThrow(
    'GATEHOUSE_TLS_CERT and GATEHOUSE_TLS_KEY belong together',
  );
});

/** Protocol and cipher that a client with these options agrees on; the code of the error if there are none. */
const agreedAt = (port: number, options: ConnectionOptions) =>
  new Promise<string>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
      socket.destroy();
    });
    socket.once('error', () => resolve('refused'));
  });

test.each([
  [{ minVersion: 'TLSv1.3' }, 'TLSv1.3 TLS_AES_256_GCM_SHA384'],
  [{ maxVersion: 'TLSv1.2' }, 'TLSv1.2 TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384'],
  [
    { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-CHACHA20-POLY1305' },
    'TLSv1.2 TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
  ],
  [{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' }, 'refused'],
  [{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-SHA384' }, 'refused'],
  [{ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }, 'refused'],
] as [ConnectionOptions, string][])('a client with %j agrees on: %s', async (options, agreed) => {
  await store(selfSigned('first'));
  const app = fastify();
  const port = await addTls(app, { files, say: () => undefined, everyMs: 5 })({ host: '127.0.0.1', port: 0 });
  await app.ready();
  expect(await agreedAt(port, options)).toBe(agreed);
  await store(selfSigned('second'));
  await expect.poll(() => nameShownAt(port)).toBe('second');
  expect(await agreedAt(port, options)).toBe(agreed);
  await app.close();
});
