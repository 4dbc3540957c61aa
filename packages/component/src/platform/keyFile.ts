import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { AccessKey } from './signature.ts';

const schema = z.object({ id: z.string().min(1), secret: z.string().min(1) });

/** The stored access key; null when there is none or it is unreadable. */
export const readKeyFile = async (path: string): Promise<AccessKey | null> => {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
};

const write = async (path: string, content: unknown): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    await file.writeFile(`${JSON.stringify(content)}\n`);
    await file.sync();
    await file.close();
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
};

/** Stores the key in a file that only its owner can read; a crash leaves either the old or the new key. */
export const writeKeyFile = (path: string, key: AccessKey): Promise<void> => write(path, key);

/**
 * Maximum number of former keys kept: a component is not deleted and registered again more often while it
 * still holds recordings.
 */
const MOST_FORMER = 10;

/** Keys of earlier registrations, oldest first. */
export const readFormerKeys = async (path: string): Promise<AccessKey[]> => {
  try {
    return z.array(schema).parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return [];
  }
};

/** Keeps a key that is no longer accepted: it proves the former identity of this component. */
export const keepFormerKey = async (path: string, key: AccessKey): Promise<void> => {
  const others = (await readFormerKeys(path)).filter(({ id }) => id !== key.id);
  await write(path, [...others, key].slice(-MOST_FORMER));
};
