import { type AddressInfo, createServer } from 'node:net';
import type { Duplex } from 'node:stream';

/** A port of this machine that leads to a target. */
export type LoopbackDoor = { port: number; close: () => void };

/** A driver opens two or three connections; others than the driver find the door shut soon. */
const MOST_CONNECTIONS = 4;

/**
 * A door on loopback to a target, for a driver that only connects to ports. Each connection to it gets one of its own,
 * from `dial`.
 */
export const openLoopbackDoor = async (dial: () => Promise<Duplex>): Promise<LoopbackDoor> => {
  let opened = 0;
  const server = createServer((client) => {
    opened += 1;
    if (opened >= MOST_CONNECTIONS) server.close();
    client.on('error', () => undefined);
    dial().then(
      (stream) => {
        stream.on('error', () => undefined);
        client.once('close', () => stream.destroy());
        stream.once('close', () => client.destroy());
        client.pipe(stream).pipe(client);
      },
      () => client.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
};
