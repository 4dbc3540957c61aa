import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Keeps two gateways out of one data folder, where each would take the other's running sessions for left-overs.
 * A Linux abstract socket is used because the kernel frees it with the process, however that dies.
 */
export const lockHome = async (home: string, patience_ms: number): Promise<() => void> => {
  await mkdir(home, { recursive: true });
  if (process.platform !== 'linux') return () => undefined;
  const name = createHash('sha256')
    .update(await realpath(home))
    .digest('hex')
    .slice(0, 32);
  const deadline = Date.now() + patience_ms;
  for (;;) {
    const server = createServer((socket) => socket.destroy());
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve).listen(`\0gatehouse-gateway-${name}`, () => resolve(null));
    });
    if (!error) {
      server.unref();
      return () => server.close();
    }
    if (error.code !== 'EADDRINUSE') throw error;
    if (Date.now() > deadline) throw new Error(`Another gateway already works in ${home}.`);
    await sleep(200);
  }
};
