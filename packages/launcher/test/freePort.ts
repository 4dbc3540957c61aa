import { randomInt } from 'node:crypto';
import { tryBind } from '../src/platform/address.ts';

const given = new Set<number>();

/**
 * A loopback port for a program that listens later. It lies below the range from which the system gives ports
 * to connections and to programs that request any port, so that none of them takes it in the meantime.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    if (given.has(port)) continue;
    given.add(port);
    if ('port' in (await tryBind({ host: '127.0.0.1', port }))) return port;
  }
};
