import { backupExecutionActions } from '@gatehouse/contract/actions/accounts.ts';
import { startAccountBackup } from '@gatehouse/contract/calls/backups.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { accountbackupautomation } from '@gatehouse/contract/resources/accounts/accountbackupautomation.ts';
import { accountbackupexecution } from '@gatehouse/contract/resources/accounts/accountbackupexecution.ts';
import { implement } from '../../engine/actions/implement.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { findRow } from '../../engine/operations/read.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { backupPlan } from '../../resources/accounts/accountbackupautomation/statements.ts';
import { addRun } from '../../resources/accounts/accountbackupexecution/statements.ts';
import { starterOf } from '../ownWork/ownJobs.ts';
import { accountBackup } from './planRuns.ts';
import { snapshotOf } from './snapshot.ts';

/** Routes served here instead of by the engine. */
export const replacedByAccountBackup: readonly string[] = startAccountBackup.addresses;

/** Registers starting and stopping runs of backup plans. */
export const addAccountBackup = (ports: HttpPorts, { jobs }: { jobs: Jobs }): void => {
  bind(ports, startAccountBackup, async ({ ctx, body }) => {
    const { plan: id } = await body();
    const { org_id: org } = await findRow(ctx.engine.resource(accountbackupautomation), id, ctx);
    const plan = await backupPlan(id, ctx.db);
    if (!plan) throw new AppError('object_does_not_exist');
    const payload = { plan: plan.id, org, trigger: 'manual' as const };
    const task = await jobs.enqueue(accountBackup, payload, starterOf(ctx));
    if (!task) throw new AppError('task_waits_already');
    const run = { id: task, plan: plan.id, org, name: plan.name, trigger: payload.trigger };
    await addRun({ ...run, snapshot: snapshotOf(plan) }, ctx.db);
    const resource = ctx.engine.resource(accountbackupexecution);
    const row = { id: task, org_id: org };
    await ctx.engine.record([{ action: 'create', resource, row, display: plan.name, diff: {} }], ctx);
    return { task };
  });
  implement(ports, backupExecutionActions, {
    stop: async ({ ctx, row }) => {
      if (!(await jobs.stop((await row()).id, ctx.db))) throw new AppError('run_not_stoppable');
    },
  });
};
