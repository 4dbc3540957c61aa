import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { Refusal } from '../platform/refusal.ts';

/**
 * Makes sure only one launcher works on a data folder. The lock is a name in the kernel (an abstract socket), so it
 * cannot be left behind by a launcher that was killed.
 */
export const claimFolder = async (home: string): Promise<() => void> => {
  const name = createHash('sha256')
    .update(await realpath(home))
    .digest('hex');
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new Refusal(`Gatehouse is already running on ${home}.`) : error);
    });
    server.listen(`\0gatehouse:${name}`, resolve);
  });
  server.unref();
  return () => void server.close();
};
