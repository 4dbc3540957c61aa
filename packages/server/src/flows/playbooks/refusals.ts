import { AppError, type MessageParams } from '@gatehouse/contract/errors.ts';
import {
  foldersAbove,
  type PathProblem,
  pathProblem,
  playbookLimits,
  storedPath,
} from '@gatehouse/contract/ops/playbookFiles.ts';
import type { Context } from '../../engine/context.ts';
import type { Database } from '../../platform/database.ts';
import { sizeOf } from '../../resources/ops/playbook/files.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** A refusal with its text also in `msg`, which clients of the protocol read (reference 06 §0). */
export const refusal = (key: string, ctx: Context, params: MessageParams = {}): AppError =>
  new AppError('invalid_playbook_file', params, {
    messageKey: key,
    extra: { msg: ctx.t(`errors.${key}`, params) },
  });

const refuseProblem = (problem: PathProblem | undefined, ctx: Context): void => {
  if (problem) throw refusal(problem.key, ctx, problem.params);
};

/** The path as it is stored. Throws what is wrong with it. */
export const soundPath = (path: string, ctx: Context): string => {
  const stored = storedPath(path);
  refuseProblem(pathProblem(stored), ctx);
  return stored;
};

/** Refuses a file that is larger than one may be. */
export const refuseLarge = (path: string, bytes: number, ctx: Context): void => {
  if (bytes > playbookLimits.file)
    throw refusal('playbook_file_large', ctx, { path, max: playbookLimits.file / kibibyte });
};

/** Refuses a change after which the playbook has too many files, or too large ones together. */
export const refuseFull = async (playbook: string, db: Database, ctx: Context): Promise<void> => {
  const { entries, bytes } = await sizeOf(playbook, db);
  if (entries > playbookLimits.entries)
    throw refusal('playbook_entries', ctx, { max: playbookLimits.entries });
  if (bytes > playbookLimits.all)
    throw refusal('playbook_large', ctx, { max: playbookLimits.all / mebibyte });
};

/** Every path once, with those of the folders that hold them. */
export const withFolders = (paths: readonly string[]): string[] => [
  ...new Set(paths.flatMap((path) => [...foldersAbove(path), path])),
];
