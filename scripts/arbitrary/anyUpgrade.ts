import { connect } from 'node:net';
import fc from 'fast-check';

/** A request that may or may not be an upgrade, what follows it, and how its client leaves. */
export type Knock = {
  request: Buffer;
  /** Where the bytes are cut into two writes, as a share. */
  cut: number;
  leaves: 'ends' | 'resets' | 'vanishes';
};

/** How long a client waits for an answer, in milliseconds: some of these requests never end. */
const PATIENCE = 150;

const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const header = (name: string, ...values: readonly string[]) =>
  fc.option(
    one(...values).map((value) => `${name}: ${value}`),
    { nil: '', freq: 4 },
  );

const heads = (cookie: string) => [
  header('Upgrade', 'websocket', 'WebSocket', 'websocket', 'h2c', 'websocket, h2c', 'TLS/1.0', ''),
  header(
    'Connection',
    'Upgrade',
    'keep-alive, Upgrade',
    'upgrade',
    'close, upgrade',
    'keep-alive',
    'close',
    'x-upgrade',
    'keep-alive-upgrade',
    'Upgrade-Insecure-Requests',
    'upgrade, cookie',
    '',
  ),
  header('Connection', 'Upgrade', 'close', 'x-upgrade'),
  header('Upgrade', 'websocket', 'h2c'),
  header('Sec-WebSocket-Version', '13', '13', '13', '8', 'x'),
  header('Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ==', 'dGhlIHNhbXBsZSBub25jZQ==', 'x', ''),
  header('Sec-WebSocket-Extensions', 'permessage-deflate', ';;;', 'permessage-deflate; x=1'),
  header('Sec-WebSocket-Protocol', 'JMS-KOKO', ',', 'a, a'),
  header('Content-Length', '0', '2', '999', '-1'),
  header('Transfer-Encoding', 'chunked', 'gzip'),
  header('Expect', '100-continue', 'x'),
  header('HTTP2-Settings', 'AAMAAABkAARAAAAAAAIAAAAA'),
  header('Content-Type', 'application/json', 'text/csv', 'multipart/form-data; boundary=x'),
  header('Cookie', cookie, cookie, cookie, 'jms_sessionid=unknown'),
];

/** What a client sends behind the head: frames, whole or broken, more requests, anything. */
const behind = fc.oneof(
  fc.constant(Buffer.alloc(0)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  one('{}', '[]', '5\r\nhello\r\n0\r\n\r\n', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n').map((text) =>
    Buffer.from(text),
  ),
  one('81820000000068690000', '8800', '88820000000003e8', '89ff', 'c18000000000', '81ffffffffffffffffff').map(
    (hex) => Buffer.from(hex, 'hex'),
  ),
  one('/koko/ws/terminal/', '/api/health/', '/').map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`),
  ),
);

/** Requests around upgrades, to these paths and others near them, with this cookie in most of them. */
export const anyKnock = (paths: readonly string[], cookie = 'a=1'): fc.Arbitrary<Knock> =>
  fc.record({
    request: fc
      .tuple(
        one('GET', 'GET', 'GET', 'GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'DELETE', 'CONNECT', 'TRACE'),
        one(...paths),
        one('', '', '', '?token=1', '?session=%00', '/', '%', '/../', '#x', '?\u00e9'),
        one('1.1', '1.1', '1.1', '1.0'),
        fc.tuple(...heads(cookie)),
        behind,
      )
      .map(([method, path, more, version, lines, body]) => {
        const head = [`${method} ${path}${more} HTTP/${version}`, 'Host: x', ...lines.filter((line) => line)];
        return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
      }),
    cut: fc.double({ min: 0, max: 1, noNaN: true }),
    leaves: one('ends', 'resets', 'vanishes'),
  });

/** Sends a request over a connection of its own; returns the status of the first answer, if one comes in time. */
export const knock = (port: number, { request, cut, leaves }: Knock): Promise<number | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const leave = () => {
      clearTimeout(timer);
      if (leaves === 'ends') socket.end();
      else if (leaves === 'resets') socket.resetAndDestroy();
      else socket.destroy();
      resolve(Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]) || undefined);
    };
    const timer = setTimeout(leave, PATIENCE);
    socket.on('error', () => undefined).once('close', leave);
    socket.on('data', (chunk: Buffer) => {
      answer = (answer + chunk.toString('latin1')).replace('HTTP/1.1 100 Continue\r\n\r\n', '');
      if (answer.length > 12 && !answer.startsWith('HTTP/1.1 100')) leave();
    });
    const at = Math.floor(cut * request.length);
    socket.write(request.subarray(0, at));
    setImmediate(() => socket.writable && socket.write(request.subarray(at)));
  });

/** Errors that would have ended this process, from now on. */
export const watchCrashes = (): { crashes: readonly string[]; stop: () => void } => {
  const crashes: string[] = [];
  const note = (error: Error) => void crashes.push(error.stack ?? error.message);
  process.on('uncaughtExceptionMonitor', note);
  return { crashes, stop: () => void process.off('uncaughtExceptionMonitor', note) };
};
