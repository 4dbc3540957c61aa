import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A call of the runner, with the answer of the server once there is one. */
export type Call = { path: string; body: unknown; answer?: unknown };

/** What happens to calls on their way; a call that was cut meanwhile goes no further. */
export type Watch = {
  /** Before the server hears of it. */
  sent: (call: Call) => Promise<void>;
  /** Before the runner hears what the server answered; returns the answer that the runner gets. */
  answered: (call: Call) => Promise<unknown>;
};

const bytesOf = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
};

const ask = async ({ method, url, headers }: IncomingMessage, to: number, body: Buffer) => {
  const call = request({ host: '127.0.0.1', port: to, method, path: url, headers, agent: false });
  call.end(body);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return { answer, bytes: await bytesOf(answer) };
};

/** The line between the runner and the server on a port, until the test ends: plain HTTP, and a socket for tasks. */
export const startLine = async (to: number, { sent, answered }: Watch) => {
  const [near, sockets] = [new Set<Socket>(), new Set<Socket>()];
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const asked = await bytesOf(incoming);
    const call: Call = { path: incoming.url ?? '', body: parsed(asked) };
    await sent(call);
    if (incoming.socket.destroyed) return;
    const { answer, bytes: told } = await ask(incoming, to, asked);
    const heard = await answered({ ...call, answer: parsed(told) });
    if (incoming.socket.destroyed) return;
    const { 'content-length': _length, 'transfer-encoding': _coding, ...headers } = answer.headers;
    outgoing
      .writeHead(answer.statusCode ?? 502, headers)
      .end(heard === undefined ? told : JSON.stringify(heard));
  };
  const listener = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  listener.on('connection', (socket: Socket) => {
    near.add(socket);
    socket.on('close', () => near.delete(socket));
  });
  listener.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const far = connect(to, '127.0.0.1', () => {
      const headers = incoming.rawHeaders
        .map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`))
        .join('');
      far.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers}\r\n`);
      far.write(head);
      far.pipe(socket).pipe(far);
      sockets.add(socket);
    });
    for (const [one, other] of [
      [socket, far],
      [far, socket],
    ] as const)
      one
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const cut = () => {
    for (const socket of near) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    listener.close();
  });
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    /** Whether the runner has its socket for tasks. */
    isConnected: () => sockets.size > 0,
    /** Cuts every connection of the runner. */
    cut,
  };
};
