import type { AskedFile } from '@gatehouse/contract/ops/jobApprovals.ts';
import type { Database } from '../../../platform/database.ts';
import { FinalFailure } from '../../../platform/jobs/defineJob.ts';
import { approvalInForce, machinesApproved } from '../../../resources/ops/jobapproval/statements.ts';
import { type JobRun, noteApproval } from '../../../resources/ops/jobexecution/statements.ts';
import { organizationContext, type SystemDeps } from '../../systemContext.ts';
import { askedNow, machinesNow } from './asked.ts';
import { needsApproval } from './needed.ts';
import { type RequestDeps, scheduleApproval } from './request.ts';

type Deps = SystemDeps & RequestDeps & { db: Database };

const asAsked = ({ org_id, creator, definition, parameters }: JobRun, files: AskedFile[] | undefined) => ({
  org: org_id,
  creator,
  parameters,
  definition,
  files,
});

/** Refuses a run whose approval is not in force, or was given for something else than what would run now. */
const refuseChanged = async (
  run: JobRun,
  { approval, files }: { approval: string; files: AskedFile[] | undefined },
  db: Database,
): Promise<void> => {
  const held = await approvalInForce({ id: approval, run: run.id, job: run.job }, db);
  if (!held || held.digest !== (await askedNow(asAsked(run, files), db)).digest)
    throw new FinalFailure('job_approval_changed');
};

/**
 * Refuses a run that begins without the approval that it needs. One that a user started has it or needs none; one by
 * a schedule needs that of the schedule, which is requested where it is missing.
 */
export const refuseUnapproved = async (
  run: JobRun,
  { isScheduled, files }: { isScheduled: boolean; files: AskedFile[] | undefined },
  deps: Deps,
): Promise<void> => {
  const { db, settings, cache } = deps;
  const { approval } = run.definition;
  if (approval !== undefined) return refuseChanged(run, { approval, files }, db);
  if (!isScheduled || run.job === null || !(await needsApproval(run.definition, settings, db))) return;
  const wish = { ...asAsked(run, files), job: run.job };
  const found = await db.transaction((tx) =>
    scheduleApproval(wish, { settings, cache }, organizationContext(run.org_id, { ...deps, db: tx })),
  );
  if (found === undefined) throw new FinalFailure('job_schedule_unapproved');
  await noteApproval(run.id, found, db);
};

/**
 * Those of a run's machines that its approval does not cover: they were changed since, or the approval was withdrawn.
 * Undefined for a run that needs none.
 */
export const uncoveredOf = async (
  { org_id, definition }: JobRun,
  assets: readonly string[],
  db: Database,
): Promise<((asset: string) => boolean) | undefined> => {
  const { approval } = definition;
  if (approval === undefined) return undefined;
  const covered = await machinesApproved(approval, await machinesNow(assets, org_id, db), db);
  return (asset) => !covered.has(asset);
};
