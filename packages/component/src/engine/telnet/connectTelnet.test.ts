import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DO, IAC, options } from './codes.ts';
import { connectTelnet } from './connectTelnet.ts';

const account = { username: 'deploy', secret: 's3cret', secret_type: { value: 'password' } };

/** An asset that reads nothing once its prompt is there. */
const serveDeaf = (socket: Socket): void => {
  const answers = ['Password: ', '\r\nbox# '];
  socket.on('error', () => undefined);
  socket.on('data', (line: Buffer) => {
    if (!line.includes(13)) return;
    socket.write(answers.shift() ?? '');
    if (answers.length === 0) socket.pause();
  });
  socket.write(Buffer.from([IAC, DO, options.window_size]));
  socket.write('login: ');
};

test('an asset that reads nothing is given up before the sizes of its window pile up', async () => {
  const server = createServer(serveDeaf).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const secret = {
    ...{
      account,
      protocol: 'telnet',
      domain: null,
      platform: { protocols: [], charset: { value: 'utf-8' } },
    },
    asset: { id: 'a', name: 'box', address: '127.0.0.1', protocols: [{ name: 'telnet', port }] },
  };
  const deps = { signal: new AbortController().signal, progress: vi.fn(), warn: vi.fn() };
  const { reached, wire } = await connectTelnet(secret as never, deps as never);
  onTestFinished(() => {
    reached.close();
    server.close();
  });
  const ended = new Promise((resolve) => wire.hear(() => undefined, resolve));
  wire.negotiation.resize({ cols: 100, rows: 30 });
  // More than what systems hold for a connection.
  wire.write(Buffer.alloc(16 * 1024 * 1024));
  expect(reached.socket.destroyed).toBe(false);
  wire.negotiation.resize({ cols: 120, rows: 40 });
  expect(await ended).toBe('target_gone');
}, 10_000);
