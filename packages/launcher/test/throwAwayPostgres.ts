import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/engine/postgres/embeddedPostgres.ts';

/** A PostgreSQL in a temporary folder that is deleted with it, however the process ends. */
export const startThrowAwayPostgres = async (): Promise<EmbeddedPostgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-throwaway-'));
  return startEmbeddedPostgres({
    path: folder,
    password: randomBytes(18).toString('base64url'),
    durable: false,
    removeAfter: folder,
    say: () => undefined,
  });
};
