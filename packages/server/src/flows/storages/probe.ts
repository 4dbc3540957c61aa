import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { HostKeyChanged } from '../../platform/blobs/sftpHostKey.ts';

/** How long a storage has for a test, in milliseconds. */
const patienceMs = 20_000;

/** What was written to a storage is not what it gave back. */
class NotKept extends Error {
  readonly code = 'NotKept';
}

const within = <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** Writes something small to a storage, reads it and deletes it again; throws why that failed. */
export const probe = (blobs: Blobs): Promise<void> => {
  const key = `gatehouse-test/${randomUUID()}`;
  const content = Buffer.from(key);
  const tried = async () => {
    await blobs.put(
      key,
      (async function* () {
        yield content;
      })(),
    );
    const kept = await blobs.get(key);
    if (!kept || !(await buffer(kept)).equals(content)) throw new NotKept();
    await blobs.remove(key);
  };
  return within(tried());
};

const named = (error: object): string[] =>
  ['code', 'Code', 'reason', 'name'].flatMap((part) => {
    const value = (error as Readonly<Record<string, unknown>>)[part];
    return typeof value === 'string' ? [value] : [];
  });

/**
 * A short name of why a storage failed, such as `ECONNREFUSED` or `NoSuchBucket`: what services and libraries write
 * beyond that may contain what is secret.
 */
export const causeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if (error instanceof HostKeyChanged) return `${error.code}: ${error.recorded} ≠ ${error.shown}`;
  const found = named(error).find((name) => /^[\w.-]{1,64}$/.test(name) && name !== 'Error');
  if (found) return found;
  return 'level' in error && error.level === 'client-authentication' ? 'authentication' : 'unknown';
};

const silent = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ConnectTimeoutError', 'TimeoutError'],
]);

/** The text for a storage that failed: one that was not reached needs other help than one that refused. */
export const failureText = (cause: string): 'storage_unreachable' | 'storage_fails' =>
  silent.has(cause) ? 'storage_unreachable' : 'storage_fails';
