import { gatherExecutionActions, gatheredAccountActions } from '@gatehouse/contract/actions/accounts.ts';
import { startGatherAccounts } from '@gatehouse/contract/calls/backups.ts';
import { AppError, fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import { gatheraccountsautomation } from '@gatehouse/contract/resources/accounts/gatheraccountsautomation.ts';
import { gatheraccountsexecution } from '@gatehouse/contract/resources/accounts/gatheraccountsexecution.ts';
import { sql } from 'drizzle-orm';
import { implement } from '../../engine/actions/implement.ts';
import { bind } from '../../engine/calls/bind.ts';
import { existing } from '../../engine/fields/related.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { findRow } from '../../engine/operations/read.ts';
import { can } from '../../engine/permission.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { uuids } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { gatherPlan } from '../../resources/accounts/gatheraccountsautomation/statements.ts';
import { addSearch } from '../../resources/accounts/gatheraccountsexecution/statements.ts';
import { planSnapshot } from '../machineWork/planSnapshot.ts';
import { starterOf } from '../ownWork/ownJobs.ts';
import { accountSearch } from './planRuns.ts';
import { createFound } from './syncFound.ts';

/** Routes served here instead of by the engine. */
export const replacedByGatherAccounts: readonly string[] = startGatherAccounts.addresses;

/** Registers the routes that start and stop runs of plans that look for accounts, and that create accounts for what was found. */
export const addGatherAccounts = (ports: HttpPorts, { jobs }: { jobs: Jobs }): void => {
  bind(ports, startGatherAccounts, async ({ ctx, body }) => {
    const { automation } = await body();
    const { org_id: org } = await findRow(ctx.engine.resource(gatheraccountsautomation), automation, ctx);
    const plan = await gatherPlan(automation, ctx.db);
    if (!plan) throw new AppError('object_does_not_exist');
    const trust = can(ctx.actor, 'accounts.view_accountsecret');
    const payload = { plan: plan.id, org, trigger: 'manual' as const, language: ctx.language, trust };
    const task = await jobs.enqueue(accountSearch, payload, starterOf(ctx));
    if (!task) throw new AppError('task_waits_already');
    const run = { id: task, automation: plan.id, org, name: plan.name, trigger: payload.trigger };
    await addSearch({ ...run, snapshot: await planSnapshot(plan, ctx.db) }, ctx.db);
    const resource = ctx.engine.resource(gatheraccountsexecution);
    const row = { id: task, org_id: org };
    await ctx.engine.record([{ action: 'create', resource, row, display: plan.name, diff: {} }], ctx);
    return { task };
  });
  implement(ports, gatherExecutionActions, {
    stop: async ({ ctx, row }) => {
      if (!(await jobs.stop((await row()).id, ctx.db))) throw new AppError('run_not_stoppable');
    },
  });
  implement(ports, gatheredAccountActions, {
    syncAccounts: async ({ ctx, body }) => {
      if (ctx.org.isRoot) throw fieldError('org_id', 'root_org_is_read_only');
      const ids = [...new Set((await body()).gathered_account_ids.map((id) => id.toLowerCase()))];
      if (ids.length === 0) throw fieldError('gathered_account_ids', 'empty_list');
      const known = await existing(ids, 'accounts.gatheredaccount', ctx);
      const missing = ids.find((id) => !known.has(id));
      if (missing !== undefined)
        throw fieldError('gathered_account_ids', 'does_not_exist', { pk: missing.slice(0, 64) });
      const found = sql`(select t.id, t.asset, t.username from ${await visibleRows('accounts.gatheredaccount', ctx)} t where t.id = any(${uuids(ids)}))`;
      const { refused } = await createFound(found, ctx.db, (work) => work(ctx));
      if (refused) throw new ValidationError(refused);
    },
  });
};
