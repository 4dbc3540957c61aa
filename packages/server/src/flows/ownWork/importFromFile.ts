import { AppError } from '@gatehouse/contract/errors.ts';
import { z } from 'zod';
import type { Context } from '../../engine/context.ts';
import type { Resource, Values } from '../../engine/resource.ts';
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

type Job = { wish: Wish; run: Run; creator: string; deps: ImportDeps };

/**
 * Stores a batch and, in the same transaction, that it is stored: whenever the server dies, each row is stored once.
 */
const storeBatch = async (
  { at, rows }: { at: number; rows: Values[] },
  { wish, run, creator, deps }: Job,
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
    await Promise.resolve(effect()).catch((error: unknown) => run.log(`after the batch: ${String(error)}`));
};

/** Makes the file of refused rows, if there are any, and forgets the rows that were sent. */
const finish = async ({ wish, run, deps }: Job, { resource, ctx }: { resource: Resource; ctx: Context }) => {
  const { db, blobs } = deps;
  const place = await heldPlace(run, db);
  if (!place) return;
  await forgetRows(run.id, deps);
  if (place.failed === 0) return;
  const file = { key: fileKeyOf(run.id), name: fileNameOf(resource, 'csv'), type: fileTypes.csv };
  const { size } = await blobs.put(file.key, refusedFile(run.id, wish.action, { resource, ctx, blobs }));
  await noteFile(run, { ...file, size }, db);
};

const storeAll = async (job: Job): Promise<void> => {
  const { run, deps } = job;
  const place = await heldPlace(run, deps.db);
  for await (const batch of keptRows(run.id, place?.done ?? 0, deps)) {
    run.signal.throwIfAborted();
    await storeBatch(batch, job);
  }
};

/** Stores the rows of an import as the user who sent them; what was stored stays when it is stopped or refused. */
export const importFromFile = async (wish: Wish, run: Run, deps: ImportDeps): Promise<void> => {
  const creator = (await findRun(run.id, deps.db))?.creator;
  if (!creator) throw new FinalFailure('run_without_user');
  const job = { wish, run, creator, deps };
  const end = async () => {
    const resource = deps.engine.resource(wish.resource);
    // Titles and reasons only: nothing is read for this as the user.
    const ctx = await actAs(creator, wish, deps);
    await finish(job, { resource, ctx });
  };
  try {
    await storeAll(job);
  } catch (error) {
    if (error instanceof AppError) {
      await end().catch(() => forgetRows(run.id, deps));
      throw new FinalFailure(error.messageKey, error.params);
    }
    if (run.signal.reason !== stopped) throw error;
  }
  await end();
};
