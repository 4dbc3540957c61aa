import { AppError } from '@gatehouse/contract/errors.ts';
import { z } from 'zod';
import { fileNameOf, fileTypes } from '../../engine/routes/transferRoutes.ts';
import { exportBatches, exportTotal } from '../../engine/transfer/exportRows.ts';
import { csvStream } from '../../engine/transfer/files.ts';
import { xlsxStream } from '../../engine/transfer/xlsx.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { defineJob, FinalFailure, type Run } from '../../platform/jobs/defineJob.ts';
import { fileKeyOf, noteCounts, noteFile } from '../../platform/jobs/runFiles.ts';
import { findRun } from '../../platform/jobs/runs.ts';
import { type ActAsDeps, actAs, startedShape } from './actAs.ts';
import { refuseForgotten } from './chosenRows.ts';

/** An export that a user asked for; written again from the start if its server dies. */
export const exportJob = defineJob({
  name: 'export_rows',
  payload: z.object({
    resource: z.string(),
    query: z.string(),
    format: z.enum(['csv', 'xlsx']),
    ...startedShape,
  }),
  concurrency: 2,
  timeoutSeconds: 2 * 3600,
  isStoppable: true,
  retries: 2,
  retryDelaySeconds: 10,
});

type Wish = z.infer<typeof exportJob.payload>;

export type ExportDeps = ActAsDeps & { blobs: Blobs };

/** How often the number of rows written so far is stored. */
const tellMs = 1_000;

async function* bytesOf(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of content) yield typeof part === 'string' ? Buffer.from(part) : part;
}

/** Passes batches on, counts their rows, and breaks off when the run must stop. */
const counted = (
  batches: AsyncIterable<string[][]>,
  signal: AbortSignal,
  tell: (rows: number) => Promise<void>,
) =>
  (async function* () {
    let rows = 0;
    let isTitle = true;
    let last = Date.now();
    for await (const batch of batches) {
      signal.throwIfAborted();
      yield batch;
      if (!isTitle) rows += batch.length;
      isTitle = false;
      if (Date.now() - last < tellMs) continue;
      last = Date.now();
      await tell(rows);
    }
    await tell(rows);
  })();

const write = async (wish: Wish, run: Run, deps: ExportDeps, asUser: Awaited<ReturnType<typeof actAs>>) => {
  const { db, blobs, engine } = deps;
  const resource = engine.resource(wish.resource);
  const query = new URLSearchParams(wish.query);
  await refuseForgotten(query, asUser);
  const batches = await exportBatches(resource, query, asUser, run.signal, { begin: engine.exports.goOn });
  const total = await exportTotal(resource, query, asUser);
  const tell = (done: number) => noteCounts(run, { total: Math.max(total, done), done, failed: 0 }, db);
  await tell(0);
  const file = {
    key: fileKeyOf(run.id),
    name: fileNameOf(resource, wish.format),
    type: fileTypes[wish.format],
  };
  // Known before the first byte is stored, so that the file of a run that dies is removed as well.
  if (!(await noteFile(run, { ...file, size: null }, db))) return;
  const rows = counted(batches, run.signal, tell);
  const stream = wish.format === 'csv' ? csvStream(rows) : xlsxStream(rows);
  const { size } = await blobs.put(file.key, bytesOf(stream));
  if (!(await noteFile(run, { ...file, size }, db))) await blobs.remove(file.key);
};

/** Writes the rows of a list to a stored file, as the user who started the run may see them now. */
export const exportToFile = async (wish: Wish, run: Run, deps: ExportDeps): Promise<void> => {
  const creator = (await findRun(run.id, deps.db))?.creator;
  if (!creator) throw new FinalFailure('run_without_user');
  try {
    await write(wish, run, deps, await actAs(creator, wish, deps));
  } catch (error) {
    // What a user is refused stays refused; everything else is tried again.
    if (error instanceof AppError) throw new FinalFailure(error.messageKey, error.params);
    throw error;
  }
};
