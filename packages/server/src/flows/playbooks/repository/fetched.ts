import { AppError } from '@gatehouse/contract/errors.ts';
import { playbookLimits } from '@gatehouse/contract/ops/playbookFiles.ts';
import { repositoryPlace } from '@gatehouse/contract/ops/repositories.ts';
import type { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import type { Context } from '../../../engine/context.ts';
import type { Row } from '../../../engine/resource.ts';
import { GitFailure } from '../../../platform/git/failure.ts';
import { type FetchWish, fetchCommit } from '../../../platform/git/fetchCommit.ts';
import type { PlaybookEntry } from '../../../resources/ops/playbook/files.ts';
import { entriesOf, most, parsedFiles } from '../madeEntries.ts';
import { refusal } from '../refusals.ts';

/** What a repository has, as a playbook would have it. */
export type FetchedFiles = { commit: string; entries: PlaybookEntry[] };

const mebibyte = 1024 * 1024;
/** Packed files, with what describes them. */
const mostBytes = playbookLimits.all + 4 * mebibyte;
const lfsMark = Buffer.from('version https://git-lfs.github.com/spec/');

const texts: { readonly [reason in GitFailure['reason']]: string } = {
  unreachable: 'repository_unreachable',
  hostKey: 'repository_host_key',
  login: 'repository_login',
  noRepository: 'repository_missing',
  empty: 'repository_empty',
  noRef: 'repository_no_ref',
  noCommit: 'repository_no_commit',
  unsupported: 'repository_unsupported',
  large: 'repository_large',
  slow: 'repository_slow',
  broken: 'repository_broken',
};

const told = (error: unknown, host: string): unknown => {
  if (!(error instanceof GitFailure)) return error;
  const params = { host, name: error.detail, max: playbookLimits.all / mebibyte };
  return new AppError('repository_failed', params, { messageKey: texts[error.reason] });
};

/** The address and the key of a playbook's repository. */
const sourceOf = (row: Row<typeof playbook>, ctx: Context) => {
  const place = row.create_method === 'vcs' ? repositoryPlace(row.vcs_url) : undefined;
  if (!place || !row.vcs_key) throw new AppError('repository_failed', {}, { messageKey: 'repository_none' });
  return { place, privateKey: ctx.engine.vault.open(row.vcs_key) };
};

/** Files that only point to others stay out: a run would find the pointer in their place. */
const refusePointers = (entries: readonly PlaybookEntry[], ctx: Context): void => {
  const pointer = entries.find(({ bytes }) => bytes && lfsMark.equals(bytes.subarray(0, lfsMark.length)));
  if (pointer) throw refusal('playbook_repository_lfs', ctx, { path: pointer.path });
};

/** Fetches the files of a commit, or of that to which a name leads, and judges them as those of an archive. */
export const fetchFiles = async (
  row: Row<typeof playbook>,
  want: FetchWish['want'],
  { ctx, signal, seconds }: { ctx: Context; signal: AbortSignal; seconds: number },
): Promise<FetchedFiles> => {
  const { place, privateKey } = sourceOf(row, ctx);
  const wish = { place, privateKey, hostKey: row.vcs_host_key, want, most: { bytes: mostBytes, seconds } };
  const { commit, pack } = await fetchCommit(wish, signal).catch((error: unknown) => {
    throw told(error, place.host);
  });
  const files = await parsedFiles({ format: 'gitPack', commit, most }, pack, ctx, signal);
  const entries = entriesOf(files, 'repository', ctx);
  refusePointers(entries, ctx);
  return { commit, entries };
};
