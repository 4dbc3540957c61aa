import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file with the master key in a data folder. */
export const masterKeyFile = (home: string): string => join(home, 'keys/master.key');

/**
 * Reads a secret from a file only its owner can read; creates it on first use. Two processes that do so at
 * once get the same secret.
 */
export const secretFile = async (path: string, make: () => string): Promise<string> => {
  const known = await readFile(path, 'utf8').catch(ifMissing);
  if (known) return known.trim();
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${make()}\n`, { mode: 0o600, flush: true });
  // link() fails when another process was faster, so the first secret is kept.
  await link(draft, path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    const isEmpty = (await readFile(path, 'utf8')).trim() === '';
    if (isEmpty) await writeFile(path, await readFile(draft, 'utf8'), { mode: 0o600, flush: true });
  });
  await rm(draft, { force: true });
  return (await readFile(path, 'utf8')).trim();
};

const ifMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
