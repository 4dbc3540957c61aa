import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A Telnet peer that does exactly what the test scripts. */
export const startTelnetServer = async (serve: (socket: Socket, heard: () => Buffer) => void) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
    serve(socket, () => Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

/** Answers each line with the next text; the first is sent at once. */
export const script =
  (first: string | Buffer, ...answers: (string | Buffer)[]) =>
  (socket: Socket): void => {
    let step = 0;
    socket.write(first);
    socket.on('data', (chunk: Buffer) => {
      if (!chunk.includes(13)) return;
      const next = answers[step];
      step += 1;
      if (next !== undefined) socket.write(next);
    });
  };
