import { AppError } from '@gatehouse/contract/errors.ts';
import { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import { z } from 'zod';
import type { Context } from '../../../engine/context.ts';
import { contextOf } from '../../../engine/http.ts';
import { fieldLabel } from '../../../engine/labels.ts';
import { findRow } from '../../../engine/operations/read.ts';
import { authorize } from '../../../engine/permission.ts';
import { permissionOf } from '../../../engine/resource.ts';
import { defineJob, FinalFailure, type Run } from '../../../platform/jobs/defineJob.ts';
import { findRun } from '../../../platform/jobs/runs.ts';
import {
  addEntries,
  noteChange,
  noteCommit,
  removeAllEntries,
} from '../../../resources/ops/playbook/files.ts';
import { type ActAsDeps, actAs, startedShape } from '../../ownWork/actAs.ts';
import { type FetchedFiles, fetchFiles } from './fetched.ts';

/** Replaces the files of a playbook with those of a commit. */
export const fetchJob = defineJob({
  name: 'fetch_playbook',
  payload: z.object({
    playbook: z.string(),
    commit: z.string(),
    /** The address for which the user asked; another one since then refuses the run. */
    address: z.string(),
    subject: z.string(),
    ...startedShape,
  }),
  concurrency: 2,
  timeoutSeconds: 300,
  isStoppable: true,
  retries: 0,
});

type Wish = z.infer<typeof fetchJob.payload>;

const fetchSeconds = 240;
/** Percent that fetching takes of the whole. */
const fetchedPercent = 80;

/** Stores the files of a commit, all or none of them. */
const store = async (
  { playbook: id, address }: Wish,
  { commit, entries }: FetchedFiles,
  asUser: Context,
  { db, engine }: ActAsDeps,
): Promise<void> => {
  const resource = engine.resource(playbook);
  await db.transaction(async (tx) => {
    const ctx = contextOf(asUser, engine, tx, []);
    const row = await findRow(resource, id, ctx, { lock: true });
    if (row.vcs_url !== address)
      throw new AppError('repository_failed', {}, { messageKey: 'repository_moved' });
    await removeAllEntries(id, tx);
    await addEntries(id, entries, tx);
    await noteCommit(id, commit, tx);
    await noteChange(id, tx);
    const diff = {
      [fieldLabel({ name: 'vcs_commit', resource, ctx })]: [row.vcs_commit, commit] as [string, string],
    };
    await engine.record([{ action: 'update', resource, row, display: row.name, diff }], ctx);
  });
};

const fetchInto = async (wish: Wish, run: Run, creator: string, deps: ActAsDeps): Promise<void> => {
  const ctx = await actAs(creator, wish, deps);
  const resource = deps.engine.resource(playbook);
  authorize(ctx, permissionOf(resource, 'change'));
  const row = await findRow(resource, wish.playbook, ctx);
  if (row.vcs_url !== wish.address)
    throw new AppError('repository_failed', {}, { messageKey: 'repository_moved' });
  const options = { ctx, signal: run.signal, seconds: fetchSeconds };
  const files = await fetchFiles(row, { commit: wish.commit }, options);
  run.progress(fetchedPercent);
  run.signal.throwIfAborted();
  await store(wish, files, ctx, deps);
};

/** Fetches a commit as the user who asked for it; whatever fails, the playbook keeps the files that it has. */
export const fetchPlaybook = async (wish: Wish, run: Run, deps: ActAsDeps): Promise<void> => {
  const creator = (await findRun(run.id, deps.db))?.creator;
  if (!creator) throw new FinalFailure('run_without_user');
  try {
    await fetchInto(wish, run, creator, deps);
  } catch (error) {
    if (error instanceof AppError) throw new FinalFailure(error.messageKey, error.params);
    throw error;
  }
};
