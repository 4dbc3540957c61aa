import { playbookActions } from '@gatehouse/contract/actions/ops.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { MOST_SHOWN_CHANGES, repositoryPlace } from '@gatehouse/contract/ops/repositories.ts';
import type { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import { implement } from '../../../engine/actions/implement.ts';
import type { Context } from '../../../engine/context.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import type { Row } from '../../../engine/resource.ts';
import type { Jobs } from '../../../platform/jobs/createJobs.ts';
import { unendedOf } from '../../../platform/jobs/runFiles.ts';
import { unendedRuns } from '../../../platform/jobs/runs.ts';
import { throttled } from '../../../platform/limits/rateLimits.ts';
import { createTurns } from '../../../platform/limits/turns.ts';
import { starterOf } from '../../ownWork/ownJobs.ts';
import { changesOf } from './changes.ts';
import { type FetchedFiles, fetchFiles } from './fetched.ts';
import { fetchJob } from './fetchPlaybook.ts';

/** What the actions of playbooks from repositories need. */
export type RepositoryDeps = { jobs: Pick<Jobs, 'enqueue'> };

/** Comparisons at the same time; each holds a repository in memory. */
const places = 2;
const waitMs = 10_000;
const compareSeconds = 60;
/** Fetches of a user at the same time: a host that falls silent holds a place for minutes. */
const mostFetches = 1;
const inTurn = createTurns(places);

const nothingAsked = { from: '', to: '', changes: [], changes_amount: 0 };

/** What the repository has now; the fingerprint alone, if the host shows a key that is not confirmed. */
const lookAt = async (
  row: Row<typeof playbook>,
  ctx: Context,
  signal: AbortSignal,
): Promise<FetchedFiles | { hostKey: string }> => {
  try {
    return await fetchFiles(row, { name: row.vcs_ref }, { ctx, signal, seconds: compareSeconds });
  } catch (error) {
    if (error instanceof AppError && error.messageKey === 'repository_host_key')
      return { hostKey: String(error.params.name) };
    throw error;
  }
};

const compared = async (row: Row<typeof playbook>, ctx: Context, signal: AbortSignal) => {
  const patience = { ms: waitMs, refusal: () => throttled('imports', places, waitMs / 1_000) };
  const found = await inTurn(() => lookAt(row, ctx, signal), { who: ctx.actor.id, signal, patience });
  if ('hostKey' in found) return { host_key: found.hostKey, is_confirmed: false, ...nothingAsked };
  const changes = await changesOf(row.id, found.entries, ctx.db);
  return {
    host_key: row.vcs_host_key,
    is_confirmed: true,
    from: row.vcs_commit,
    to: found.commit,
    changes: changes.slice(0, MOST_SHOWN_CHANGES),
    changes_amount: changes.length,
  };
};

/** Registers what is done with the repository of a playbook. */
export const addRepositoryActions = (ports: HttpPorts, { jobs }: RepositoryDeps): void =>
  implement(ports, playbookActions, {
    compare: {
      noTransaction: true,
      handle: async ({ ctx, row, request }) => compared(await row(), ctx, request.signal),
    },
    fetch: async ({ ctx, row, body }) => {
      const { commit } = await body();
      const { id: playbookId, name, vcs_url: address, vcs_host_key: hostKey } = await row({ lock: true });
      if (!repositoryPlace(address))
        throw new AppError('repository_failed', {}, { messageKey: 'repository_none' });
      if (!hostKey) throw new AppError('repository_failed', {}, { messageKey: 'repository_unconfirmed' });
      const of = { playbook: playbookId };
      if ((await unendedRuns(fetchJob.name, of, ctx.db)).length > 0) throw new AppError('task_waits_already');
      if ((await unendedOf(ctx.actor.id, [fetchJob.name], ctx.db)) >= mostFetches)
        throw new AppError('too_many_runs', { max: mostFetches });
      const { org, language, zone } = ctx;
      const payload = { ...of, commit, address, subject: name, org: org.id, language, zone };
      const id = await jobs.enqueue(fetchJob, payload, starterOf(ctx));
      if (!id) throw new AppError('task_waits_already');
      return { id };
    },
  });
