import { createInterface } from 'node:readline';
import type { Values } from '../../engine/resource.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import { FinalFailure } from '../../platform/jobs/defineJob.ts';
import { folderOf } from '../../platform/jobs/runFiles.ts';

type Deps = { blobs: Blobs; vault: Vault };

/** Number of rows that are stored in one transaction. */
export const batchRows = 500;

const keyOf = (id: string) => `${folderOf(id)}rows`;

/** Keeps the rows of an import until its run has ended; sealed, because they may hold secrets. */
export const keepRows = async (
  id: string,
  rows: readonly Values[],
  { blobs, vault }: Deps,
): Promise<void> => {
  const lines = async function* () {
    for (let at = 0; at < rows.length; at += batchRows)
      yield Buffer.from(`${vault.seal(JSON.stringify(rows.slice(at, at + batchRows)))}\n`);
  };
  await blobs.put(keyOf(id), lines());
};

/** The kept rows from a place on, batch by batch. */
export const keptRows = async function* (
  id: string,
  from: number,
  { blobs, vault }: Deps,
): AsyncGenerator<{ at: number; rows: Values[] }> {
  const content = await blobs.get(keyOf(id));
  if (!content) throw new FinalFailure('run_rows_gone');
  let at = 0;
  for await (const line of createInterface({ input: content, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (at >= from) yield { at, rows: JSON.parse(vault.open(line)) as Values[] };
    at += batchRows;
  }
};

/** Whether the rows of an import are still kept. */
export const hasRows = async (id: string, { blobs }: Pick<Deps, 'blobs'>): Promise<boolean> =>
  (await blobs.stat(keyOf(id))) !== undefined;

/** Removes the kept rows. */
export const forgetRows = (id: string, { blobs }: Deps): Promise<void> => blobs.remove(keyOf(id));
