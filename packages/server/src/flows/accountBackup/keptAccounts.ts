import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { masterKeyOf } from '../../platform/crypto/masterKeys.ts';
import { createVault, type Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/database.ts';
import type { Run } from '../../platform/jobs/defineJob.ts';
import { fileKeyOf, folderOf, noteFile, rowsKeyOf } from '../../platform/jobs/runFiles.ts';

/** Accounts for a sheet: its titles, or cells with the secret apart. */
export type AccountRows = { sheet: string; rows: { cells: string[]; secret: string }[] };

type Deps = { db: Database; blobs: Blobs; vault: Vault };

const keyOf = (id: string) => `${folderOf(id)}rows`;

/** Seals and opens the accounts of one run, by a key of its own. */
const vaultOver = (secret: string): Vault => {
  const keys = [masterKeyOf(secret)];
  return createVault({ keys: () => keys, reread: () => undefined });
};

/** Whether all accounts of a run are kept. */
export const hasAccounts = async (id: string, { blobs }: Pick<Deps, 'blobs'>): Promise<boolean> =>
  (await blobs.stat(keyOf(id))) !== undefined;

/**
 * Keeps the accounts of a run, sealed, until it has ended: read once, both parts of every secret belong together, also
 * when a secret changes meanwhile, or a server dies between two receivers.
 */
export const keepAccounts = async (
  run: Pick<Run, 'id' | 'attempt'>,
  accounts: AsyncIterable<AccountRows>,
  { db, blobs, vault }: Deps,
): Promise<void> => {
  const secret = randomBytes(32).toString('hex');
  const own = vaultOver(secret);
  const file = { key: fileKeyOf(run.id), name: '', type: '', size: null };
  // Known before the first byte is stored, so that what a run leaves behind when it dies is removed as well.
  await noteFile(run, { ...file, rows_key: vault.seal(secret) }, db);
  const lines = async function* () {
    for await (const part of accounts) yield Buffer.from(`${own.seal(JSON.stringify(part))}\n`);
  };
  await blobs.put(keyOf(run.id), lines());
};

/** The kept accounts of a run, in their order. */
export const keptAccounts = async function* (
  id: string,
  { db, blobs, vault }: Deps,
): AsyncGenerator<AccountRows> {
  const key = await rowsKeyOf(id, db);
  const content = await blobs.get(keyOf(id));
  if (key === undefined || !content) throw new Error('The accounts of this run are gone.');
  const own = vaultOver(vault.open(key));
  for await (const line of createInterface({ input: content, crlfDelay: Number.POSITIVE_INFINITY }))
    yield JSON.parse(own.open(line)) as AccountRows;
};

/** Removes the kept accounts of a run. */
export const forgetAccounts = (id: string, { blobs }: Pick<Deps, 'blobs'>): Promise<void> =>
  blobs.remove(keyOf(id));
