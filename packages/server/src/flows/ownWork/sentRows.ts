import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Values } from '../../engine/resource.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { masterKeyOf } from '../../platform/crypto/masterKeys.ts';
import { createVault, type Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/database.ts';
import { FinalFailure } from '../../platform/jobs/defineJob.ts';
import { fileKeyOf, folderOf, noteFile, rowsKeyOf } from '../../platform/jobs/runFiles.ts';

type Deps = { blobs: Blobs; vault: Vault; db: Database };

/** Number of rows that are stored in one transaction. */
export const batchRows = 500;

const keyOf = (id: string) => `${folderOf(id)}rows`;

async function* nothing() {}

/** Seals and opens the rows of one import, by a key of its own (docs/decisions/0354). */
const vaultOver = (secret: string): Vault => {
  const keys = [masterKeyOf(secret)];
  return createVault({ keys: () => keys, reread: () => undefined });
};

/**
 * Keeps the rows of an import until its run has ended; sealed, because they may hold secrets. The run names them and
 * their key, so that they are removed as well when it dies.
 */
export const keepRows = async (
  id: string,
  rows: readonly Values[],
  { blobs, vault, db }: Deps,
): Promise<void> => {
  const secret = randomBytes(32).toString('hex');
  const file = { key: fileKeyOf(id), name: '', type: '', size: null };
  await noteFile({ id, attempt: 0 }, { ...file, rows_key: vault.seal(secret) }, db);
  const own = vaultOver(secret);
  const lines = async function* () {
    for (let at = 0; at < rows.length; at += batchRows)
      yield Buffer.from(`${own.seal(JSON.stringify(rows.slice(at, at + batchRows)))}\n`);
  };
  // Tells the age of a folder in which nothing else was completed.
  await blobs.put(`${folderOf(id)}begun`, nothing());
  await blobs.put(keyOf(id), lines());
};

/** The kept rows from a place on, batch by batch. */
export const keptRows = async function* (
  id: string,
  from: number,
  { blobs, vault, db }: Deps,
): AsyncGenerator<{ at: number; rows: Values[] }> {
  const key = await rowsKeyOf(id, db);
  const content = await blobs.get(keyOf(id));
  if (!content) throw new FinalFailure('run_rows_gone');
  const own = key === undefined ? vault : vaultOver(vault.open(key));
  let at = 0;
  for await (const line of createInterface({ input: content, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (at >= from) yield { at, rows: JSON.parse(own.open(line)) as Values[] };
    at += batchRows;
  }
};

/** Whether the rows of an import are still kept. */
export const hasRows = async (id: string, { blobs }: Pick<Deps, 'blobs'>): Promise<boolean> =>
  (await blobs.stat(keyOf(id))) !== undefined;

/** Removes the kept rows. */
export const forgetRows = (id: string, { blobs }: Pick<Deps, 'blobs'>): Promise<void> =>
  blobs.remove(keyOf(id));
