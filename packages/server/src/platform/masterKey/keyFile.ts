import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '../refusal.ts';

/** Shortest secret that a master key may be derived from, in characters. */
export const shortestSecret = 32;

/** A new secret for a master key. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The secrets in a key file, one a line, the one that seals first; refuses a file without usable ones. */
export const readKeyFile = (path: string): string[] => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Refusal(`GATEHOUSE_SECRET_KEY_FILE: ${path} cannot be read (${code}).`);
  }
  const secrets = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (secrets.length === 0 || secrets.some((secret) => secret.length < shortestSecret))
    throw new Refusal(
      `GATEHOUSE_SECRET_KEY_FILE: every line of ${path} needs at least ${shortestSecret} characters.`,
    );
  return secrets;
};

const flushed = (path: string, flags: string): void => {
  const handle = openSync(path, flags);
  fsyncSync(handle);
  closeSync(handle);
};

/**
 * Replaces the secrets in a key file, which keeps its owner: at any moment, also after a power cut, the file
 * has either the old lines or the new ones.
 */
export const writeKeyFile = (path: string, secrets: readonly string[]): void => {
  const draft = `${path}.new`;
  const { uid, gid } = statSync(path);
  // One that a killed call left may have any owner and mode.
  rmSync(draft, { force: true });
  writeFileSync(draft, `${secrets.join('\n')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  const written = statSync(draft);
  if (written.uid !== uid || written.gid !== gid) chownSync(draft, uid, gid);
  renameSync(draft, path);
  flushed(dirname(path), 'r');
};
