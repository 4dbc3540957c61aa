import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Waits for connections of the installation, at the address with which this machine reaches it. */
export type Listener = { address: string; port: number; stop: () => void };

const addressTowards = async (url: string): Promise<string> => {
  const { hostname, port, protocol } = new URL(url);
  const socket = connect(
    Number(port) || (protocol === 'https:' ? 443 : 80),
    hostname.replace(/^\[|\]$/g, ''),
  );
  await once(socket, 'connect');
  const { localAddress } = socket;
  socket.destroy();
  return localAddress ?? '127.0.0.1';
};

/** Listens for connections of the installation at `url`, and on no other address than the one towards it. */
export const listenFor = async (url: string, answer: (socket: Socket) => void): Promise<Listener> => {
  const address = await addressTowards(url);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    answer(socket);
  });
  server.listen(0, address);
  await once(server, 'listening');
  return {
    address,
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
};
