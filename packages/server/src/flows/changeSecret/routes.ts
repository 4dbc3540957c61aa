import {
  changeSecretExecutionActions,
  changeSecretRecordActions,
} from '@gatehouse/contract/actions/accounts.ts';
import { startChangeSecret } from '@gatehouse/contract/calls/backups.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { changesecretautomation } from '@gatehouse/contract/resources/accounts/changesecretautomation.ts';
import { changesecretexecution } from '@gatehouse/contract/resources/accounts/changesecretexecution.ts';
import { changesecretrecord } from '@gatehouse/contract/resources/accounts/changesecretrecord.ts';
import { sql } from 'drizzle-orm';
import { implement } from '../../engine/actions/implement.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { findRow } from '../../engine/operations/read.ts';
import { can } from '../../engine/permission.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { allAccounts } from '../../resources/accounts/account/relations.ts';
import { changeSecretPlan } from '../../resources/accounts/changesecretautomation/statements.ts';
import { addExecution } from '../../resources/accounts/changesecretexecution/statements.ts';
import { openedSecret } from '../../resources/accounts/secretValue.ts';
import { starterOf } from '../ownWork/ownJobs.ts';
import { addPlanLinks } from './planLinks.ts';
import { secretChange } from './planRuns.ts';
import { retryChanges } from './retry.ts';
import { snapshotOf } from './snapshot.ts';

/** Routes served here instead of by the engine. */
export const replacedByChangeSecret: readonly string[] = startChangeSecret.addresses;

/** Registers the routes that start and stop runs of secret change plans, and that show what they changed. */
export const addChangeSecret = (ports: HttpPorts, { jobs }: { jobs: Jobs }): void => {
  bind(ports, startChangeSecret, async ({ ctx, body }) => {
    const { automation } = await body();
    const { org_id: org } = await findRow(ctx.engine.resource(changesecretautomation), automation, ctx);
    const plan = await changeSecretPlan(automation, ctx.db);
    if (!plan) throw new AppError('object_does_not_exist');
    const trust = can(ctx.actor, 'accounts.view_accountsecret');
    const payload = { plan: plan.id, org, trigger: 'manual' as const, language: ctx.language, trust };
    const task = await jobs.enqueue(secretChange, payload, starterOf(ctx));
    if (!task) throw new AppError('task_waits_already');
    const run = { id: task, automation: plan.id, org, name: plan.name, trigger: payload.trigger };
    await addExecution({ ...run, snapshot: await snapshotOf(plan, ctx.db) }, ctx.db);
    const resource = ctx.engine.resource(changesecretexecution);
    const row = { id: task, org_id: org };
    await ctx.engine.record([{ action: 'create', resource, row, display: plan.name, diff: {} }], ctx);
    return { task };
  });
  addPlanLinks(ports);
  implement(ports, changeSecretExecutionActions, {
    stop: async ({ ctx, row }) => {
      if (!(await jobs.stop((await row()).id, ctx.db))) throw new AppError('run_not_stoppable');
    },
  });
  implement(ports, changeSecretRecordActions, {
    ...retryChanges({ jobs }),
    secret: async ({ ctx, row }) => {
      const { id, org_id, account, old_secret, new_secret } = await row();
      const resource = ctx.engine.resource(changesecretrecord);
      const [named] = await ctx.db.rows<{ name: string }>(
        sql`select c.name from ${allAccounts} c where c.id = ${String(account)}::uuid`,
      );
      const display = named?.name ?? '';
      await ctx.engine.record([{ action: 'view', resource, row: { id, org_id }, display, diff: {} }], ctx);
      return {
        id,
        old_secret: (await openedSecret(old_secret, ctx)) ?? null,
        new_secret: (await openedSecret(new_secret, ctx)) ?? null,
      };
    },
  });
};
