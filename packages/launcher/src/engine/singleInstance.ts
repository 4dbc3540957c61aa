import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { Refusal } from '../platform/refusal.ts';

/**
 * Ensures that only one launcher uses a data folder. The lock is a kernel name (an abstract socket), so a
 * killed launcher cannot leave it behind.
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
