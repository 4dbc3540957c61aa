import { AppError } from '@gatehouse/contract/errors.ts';
import { z } from 'zod';
import type { Context } from '../../engine/context.ts';
import type { Values } from '../../engine/resource.ts';
import { fileNameOf, fileTypes } from '../../engine/routes/transferRoutes.ts';
import { importRows } from '../../engine/transfer/batch.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import { defineJob, FinalFailure, type Run } from '../../platform/jobs/defineJob.ts';
import { fileKeyOf, heldPlace, noteCounts, noteFile } from '../../platform/jobs/runFiles.ts';
import { stopped } from '../../platform/jobs/runOnce.ts';
import { findRun } from '../../platform/jobs/runs.ts';
import { type ActAsDeps, actAs, startedShape } from './actAs.ts';
import { keepRefused, refusedFile } from './refusedRows.ts';
import { forgetRows, keptRows } from './sentRows.ts';

/** An import that a user sent; goes on where it stood if its server dies. */
export const importJob = defineJob({
  name: 'import_rows',
  payload: z.object({
    resource: z.string(),
    action: z.enum(['create', 'update']),
    total: z.int(),
    /** The run whose rows these are, and the one that this one continues; its own rows from the start if absent. */
    rowsOf: z.uuid().optional(),
    continues: z.uuid().optional(),
    ...startedShape,
  }),
  concurrency: 2,
  timeoutSeconds: 2 * 3600,
  isStoppable: true,
  retries: 3,
  retryDelaySeconds: 5,
});

type Wish = z.infer<typeof importJob.payload>;

export type ImportDeps = ActAsDeps & { blobs: Blobs; vault: Vault };

type Job = { wish: Wish; run: Pick<Run, 'id' | 'attempt'>; creator: string; deps: ImportDeps };

const rowsOf = ({ wish, run }: Job): string => wish.rowsOf ?? run.id;

/**
 * Stores a batch and, in the same transaction, that it is stored: whenever the server dies, each row is stored once.
 */
const storeBatch = async (
  { at, rows }: { at: number; rows: Values[] },
  { wish, run, creator, deps }: Job,
  log: Run['log'],
) => {
  const effects: (() => void | Promise<void>)[] = [];
  await deps.db.transaction(async (db) => {
    const place = await heldPlace(run, db);
    if (place?.done !== at) throw new Error('Another attempt has gone on.');
    const ctx: Context = {
      ...(await actAs(creator, wish, { ...deps, db })),
      afterCommit: (effect) => void effects.push(effect),
    };
    const resource = deps.engine.resource(wish.resource);
    const results = await importRows(resource, wish.action, rows, ctx);
    const failed = results.filter((result) => 'errors' in result).length;
    await keepRefused(
      run.id,
      { at, rows, results, action: wish.action },
      { resource, ctx, blobs: deps.blobs },
    );
    const counts = { total: wish.total, done: at + rows.length, failed: place.failed + failed };
    await noteCounts(run, counts, db);
  });
  for (const effect of effects)
    await Promise.resolve(effect()).catch((error: unknown) => log(`after the batch: ${String(error)}`));
};

async function* nothing() {}

/**
 * Makes the file of the rows that were refused or not reached, if there are any. The rows that were sent are forgotten
 * once all are done with; otherwise they are kept as long as the file, so that the import can be continued.
 */
const finish = async (job: Job): Promise<void> => {
  const { wish, run, creator, deps } = job;
  const { db, blobs } = deps;
  const place = await heldPlace(run, db);
  if (!place) return;
  const isWhole = place.done >= wish.total;
  if (place.failed > 0 || !isWhole) {
    const resource = deps.engine.resource(wish.resource);
    // For titles and reasons only: nothing is read as the user.
    const ctx = await actAs(creator, wish, deps);
    const rest = isWhole ? nothing() : keptRows(rowsOf(job), place.done, deps);
    const file = { key: fileKeyOf(run.id), name: fileNameOf(resource, 'csv'), type: fileTypes.csv };
    const content = refusedFile(run.id, { action: wish.action, rest }, { resource, ctx, blobs });
    const { size } = await blobs.put(file.key, content);
    await noteFile(run, { ...file, size }, db);
  }
  if (isWhole) await forgetRows(rowsOf(job), deps);
};

/** What remains of an import that no attempt follows. */
export const settleImport = async (
  wish: Wish,
  run: Pick<Run, 'id' | 'attempt'>,
  deps: ImportDeps,
): Promise<void> => {
  const creator = (await findRun(run.id, deps.db))?.creator;
  // Users who were shut out get no file.
  if (creator) await finish({ wish, run, creator, deps }).catch(ignoreRefusal);
};

const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof AppError)) throw error;
};

const storeAll = async (job: Job, { signal, log }: Run): Promise<void> => {
  const { wish, run, deps } = job;
  const place = await heldPlace(run, deps.db);
  // An earlier attempt stored the last row, and its server died before the end was noted.
  if (place && place.done >= wish.total) return;
  for await (const batch of keptRows(rowsOf(job), place?.done ?? 0, deps)) {
    signal.throwIfAborted();
    await storeBatch(batch, job, log);
  }
};

/** Stores the rows of an import as the user who sent them; what was stored stays when it is stopped or refused. */
export const importFromFile = async (wish: Wish, run: Run, deps: ImportDeps): Promise<void> => {
  const creator = (await findRun(run.id, deps.db))?.creator;
  if (!creator) throw new FinalFailure('run_without_user');
  const job = { wish, run, creator, deps };
  try {
    await storeAll(job, run);
  } catch (error) {
    if (error instanceof AppError) {
      await finish(job).catch(ignoreRefusal);
      throw new FinalFailure(error.messageKey, error.params);
    }
    if (run.signal.reason !== stopped) throw error;
  }
  await finish(job);
};
