import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { splice } from './splice.ts';

const listening = async (server: Server): Promise<number> => {
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** A client whose upgrade is passed to a gateway that does nothing after its first bytes. */
const through = async (firstBytes: string) => {
  const upstreams: Socket[] = [];
  const gateway = createServer({ allowHalfOpen: true }, (socket) => {
    upstreams.push(socket);
    socket.on('error', () => undefined).resume();
    if (firstBytes) socket.write(firstBytes);
  });
  const route = [`http://127.0.0.1:${await listening(gateway)}`];
  const front = createHttpServer();
  const done: string[] = [];
  front.on('upgrade', (request, socket) => {
    void splice(
      request,
      socket as Socket,
      route,
      { said: {}, withheld: [] },
      { answerMs: 100, endMs: 100 },
    ).then(() => done.push(request.url ?? ''));
  });
  const client = connect(await listening(front), '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    for (const upstream of upstreams) upstream.destroy();
  });
  let answer = '';
  client
    .on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
  client.write('GET /koko/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await expect.poll(() => upstreams.length).toBe(1);
  return { client, done, answer: () => answer };
};

test('the connection to a gateway that never answers an upgrade is closed', async () => {
  const { client, done } = await through('');
  await expect.poll(() => [done, client.closed]).toEqual([['/koko/'], true]);
});

test.each(['end', 'destroy'] as const)(
  'a client that left (%s) is released, even if its gateway hangs',
  async (way) => {
    const { client, done, answer } = await through('HTTP/1.1 101 Switching Protocols\r\n\r\nhello');
    await expect.poll(answer).toContain('hello');
    client[way]();
    await expect.poll(() => done).toEqual(['/koko/']);
  },
);

test('a connection in use is not closed', async () => {
  const { client, done, answer } = await through('HTTP/1.1 101 Switching Protocols\r\n\r\nhello');
  await expect.poll(answer).toContain('hello');
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect([done, client.destroyed]).toEqual([[], false]);
});
