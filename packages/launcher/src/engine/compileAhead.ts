import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programArguments } from './program.ts';

const loader = fileURLToPath(new URL('./loadOnly.ts', import.meta.url));
const usualPatienceMs = 20_000;

/** The programs, which do not run when they are imported, and what two of them load for their first connections. */
const modules = [
  'server/src/app/main.ts',
  'gateway/src/app/main.ts',
  'gateway/src/protocols/ssh/openSsh.ts',
  'gateway/src/protocols/telnet/openTelnet.ts',
  'runner/src/app/main.ts',
  'runner/src/ways/ssh/overSsh.ts',
];

/**
 * Fills an empty compile cache of Node with the programs. A program that has to strip the types of its sources
 * keeps the compiler for that in memory until it ends, 15 MB in each of them. A failure leaves that to them.
 */
export const compileAhead = async (
  project: string,
  cache: string,
  environment: NodeJS.ProcessEnv,
  patienceMs = usualPatienceMs,
): Promise<void> => {
  const known = await readdir(cache).catch(() => []);
  if (known.length > 0) return;
  const files = modules.map((file) => join(project, 'packages', file));
  const child = spawn(process.execPath, [...programArguments, loader, ...files], {
    env: { ...environment, NODE_COMPILE_CACHE: cache },
    stdio: 'ignore',
    timeout: patienceMs,
  });
  await once(child, 'close').catch(() => undefined);
};
