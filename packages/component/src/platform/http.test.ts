import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { onBody } from '../../../../scripts/servers/onBody.ts';
import { selfSigned } from '../../../../scripts/servers/selfSigned.ts';
import { createHttp, Refused, Unreachable } from './http.ts';
import { digestOf, emptyDigest } from './signature.ts';

let stop: () => void = () => undefined;
afterEach(() => stop());

const serve = async (
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
  prefix = '',
) => {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    onBody(request, (body) => answer(request, response, body.toString()));
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const http = createHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`);
  stop = () => {
    http.close();
    server.closeAllConnections();
    server.close();
  };
  return { http, sockets };
};

// A connection is reused only a moment after the answer.
const idle = () => sleep(20);

test('JSON is sent and received below the path of the base URL, over kept-alive connections', async () => {
  const { http, sockets } = await serve((request, response, body) => {
    const { method, url, headers } = request;
    response.end(
      JSON.stringify({ method, url, type: headers['content-type'], mark: headers['x-mark'], body }),
    );
  }, '/under/');
  const ask = (n: number) =>
    http.send({ method: 'POST', path: '/a/?b=1', headers: { 'x-mark': 'm' }, json: { n } });
  for (const n of [1, 2, 3, 4, 5]) {
    await idle();
    expect(await ask(n)).toEqual({
      method: 'POST',
      url: '/under/a/?b=1',
      type: 'application/json',
      mark: 'm',
      body: `{"n":${n}}`,
    });
  }
  expect(sockets.size).toBe(1);
});

test('a refusal is distinguished from an outage', async () => {
  const { http } = await serve((request, response) => {
    response.writeHead(Number(request.url?.slice(1))).end('{"detail":"no"}');
  });
  const get = (status: number) => http.send({ method: 'GET', path: `/${status}` });
  await expect(get(404)).rejects.toMatchObject({ name: 'Refused', status: 404, body: { detail: 'no' } });
  // 409: the database rolled the transaction back in favour of another; without a retry, data would be lost.
  for (const status of [301, 408, 409, 429, 500, 503]) await expect(get(status)).rejects.toThrow(Unreachable);
  await expect(get(503)).rejects.not.toThrow(Refused);
});

test('an answer that is not JSON is truncated; one too large or too late fails', async () => {
  const { http } = await serve((request, response) => {
    if (request.url === '/late') return;
    response.end('x'.repeat(request.url === '/text' ? 5_000 : 9 * 1024 * 1024));
  });
  expect(await http.send({ method: 'GET', path: '/text' })).toHaveLength(1000);
  await expect(http.send({ method: 'GET', path: '/large' })).rejects.toThrow(Unreachable);
  await expect(http.send({ method: 'GET', path: '/late', timeout_ms: 50 })).rejects.toThrow(Unreachable);
});

test('a request on a connection that died while idle is sent again; one that fails on a new connection is not', async () => {
  let answered = 0;
  const { http, sockets } = await serve((request, response) => {
    if (request.url === '/once') {
      answered += 1;
      response.end('{}');
      return;
    }
    // Breaks a reused connection when a request arrives, as if the server had died; answers on a new one.
    const isFresh = request.url === '/fresh' || sockets.size > 1;
    if (request.url === '/reused' && isFresh) return void response.end('{"second":true}');
    answered += 1;
    request.socket.destroy();
  });
  await http.send({ method: 'POST', path: '/once', json: {} });
  await idle();
  expect(await http.send({ method: 'POST', path: '/reused', json: {} })).toEqual({ second: true });
  expect(answered).toBe(2);
  stop();
  const alone = await serve((request) => {
    answered += 1;
    request.socket.destroy();
  });
  await expect(alone.http.send({ method: 'POST', path: '/fresh', json: {} })).rejects.toThrow(Unreachable);
  expect(answered).toBe(3);
});

test('a request that was not answered in time is not sent again, even on a reused connection', async () => {
  let late = 0;
  const { http } = await serve((request, response) => {
    if (request.url === '/once') return void response.end('{}');
    late += 1;
    // The time ends amid the answer.
    if (request.url === '/half') response.write('{');
  });
  await http.send({ method: 'GET', path: '/once' });
  for (const path of ['/half', '/never']) {
    await idle();
    await expect(http.send({ method: 'GET', path, timeout_ms: 50 })).rejects.toThrow(Unreachable);
  }
  expect(late).toBe(2);
});

test('a server that refuses a body before all of it is sent is heard', async () => {
  const server = createServer((request, response) => {
    response.writeHead(413, { connection: 'close' }).end('{"detail":"large"}');
    response.once('finish', () => request.socket.destroySoon());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const http = createHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  stop = () => {
    http.close();
    server.closeAllConnections();
    server.close();
  };
  const endless = new Readable({
    read() {
      setTimeout(() => this.push(Buffer.alloc(65_536)), 1);
    },
  });
  const stream = { body: endless, length: 1e12, type: 'text/x', digest: 'd' };
  await expect(http.send({ method: 'POST', path: '/', stream })).rejects.toMatchObject({ status: 413 });
  await expect.poll(() => endless.destroyed).toBe(true);
});

test('over HTTPS, a server is heard only if its certificate is trusted', async () => {
  const certificate = selfSigned();
  let heard = 0;
  const server = createTlsServer(certificate, (_request, response) => {
    heard += 1;
    response.end('"secure"');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const usual = getCACertificates();
  const ask = async () => {
    const http = createHttp(`https://localhost:${(server.address() as AddressInfo).port}`);
    return http.send({ method: 'GET', path: '/' }).finally(http.close);
  };
  stop = () => {
    setDefaultCACertificates(usual);
    server.closeAllConnections();
    server.close();
  };
  await expect(ask()).rejects.toThrow('self-signed certificate');
  expect(heard).toBe(0);
  setDefaultCACertificates([...usual, certificate.cert]);
  expect(await ask()).toBe('secure');
});

test('a body is streamed with its announced length', async () => {
  const { http } = await serve((request, response, body) => {
    response.end(JSON.stringify([request.headers['content-length'], request.headers['content-type'], body]));
  });
  const known = { length: 3, type: 'text/x', digest: 'of-the-stream' };
  const stream = { body: Readable.from([Buffer.from('ab'), Buffer.from('c')]), ...known };
  expect(await http.send({ method: 'POST', path: '/', stream })).toEqual(['3', 'text/x', 'abc']);
  const broken = new Readable({
    read() {
      this.destroy(new Error('disk'));
    },
  });
  await expect(http.send({ method: 'POST', path: '/', stream: { body: broken, ...known } })).rejects.toThrow(
    Unreachable,
  );
});

test('a request is signed by the digest of its body, and a repeated one anew', async () => {
  const heard: (string | undefined)[] = [];
  const { http } = await serve((request, response) => {
    heard.push(request.headers.authorization);
    if (request.url === '/again' && heard.length === 2) return void request.socket.destroy();
    response.end('{}');
  });
  let signatures = 0;
  const sign = (digest: string) => {
    signatures += 1;
    return { authorization: `${signatures} ${digest}` };
  };
  await http.send({ method: 'GET', path: '/', sign });
  await idle();
  await http.send({ method: 'POST', path: '/again', json: { a: 1 }, sign });
  const body = Readable.from([Buffer.from('abc')]);
  await http.send({
    method: 'POST',
    path: '/',
    stream: { body, length: 3, type: 'text/x', digest: 'd' },
    sign,
  });
  const json = await digestOf(['{"a":1}']);
  expect(heard).toEqual([`1 ${emptyDigest}`, `2 ${json}`, `3 ${json}`, '4 d']);
});
