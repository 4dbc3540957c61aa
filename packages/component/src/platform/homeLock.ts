import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Keeps two components of one type out of the same data folder, where each would treat the other's running
 * work as leftovers. A Linux abstract socket, because the kernel frees it however the process dies; on other
 * systems nothing is locked.
 */
export const lockHome = async (kind: string, home: string, patience_ms: number): Promise<() => void> => {
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
      server.once('error', resolve).listen(`\0gatehouse-${kind}-${name}`, () => resolve(null));
    });
    if (!error) {
      server.unref();
      return () => server.close();
    }
    if (error.code !== 'EADDRINUSE') throw error;
    if (Date.now() > deadline) throw new Error(`Another ${kind} already works in ${home}.`);
    await sleep(200);
  }
};
