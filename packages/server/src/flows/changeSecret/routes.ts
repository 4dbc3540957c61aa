import {
  changeSecretExecutionActions,
  changeSecretRecordActions,
  pushExecutionActions,
  pushRecordActions,
} from '@gatehouse/contract/actions/accounts.ts';
import type { ChangeKind } from '@gatehouse/contract/automation/plan.ts';
import { startChangeSecret, startPushAccounts } from '@gatehouse/contract/calls/backups.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { changesecretautomation } from '@gatehouse/contract/resources/accounts/changesecretautomation.ts';
import { changesecretexecution } from '@gatehouse/contract/resources/accounts/changesecretexecution.ts';
import { changesecretrecord } from '@gatehouse/contract/resources/accounts/changesecretrecord.ts';
import { pushaccountautomation } from '@gatehouse/contract/resources/accounts/pushaccountautomation.ts';
import { pushaccountexecution } from '@gatehouse/contract/resources/accounts/pushaccountexecution.ts';
import { pushaccountrecord } from '@gatehouse/contract/resources/accounts/pushaccountrecord.ts';
import { sql } from 'drizzle-orm';
import { implement } from '../../engine/actions/implement.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { findRow } from '../../engine/operations/read.ts';
import { authorize, can } from '../../engine/permission.ts';
import type { Row } from '../../engine/resource.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { allAccounts } from '../../resources/accounts/account/relations.ts';
import { changeSecretPlan } from '../../resources/accounts/changesecretautomation/statements.ts';
import { addExecution } from '../../resources/accounts/changesecretexecution/statements.ts';
import { openedSecret } from '../../resources/accounts/secretValue.ts';
import { refuseWithheld } from '../access/withheld.ts';
import { starterOf } from '../ownWork/ownJobs.ts';
import { addPlanLinks } from './planLinks.ts';
import { accountPush, secretChange } from './planRuns.ts';
import { retryChanges } from './retry.ts';
import { snapshotOf } from './snapshot.ts';

/** Routes served here instead of by the engine. */
export const replacedByChangeSecret: readonly string[] = [
  ...startChangeSecret.addresses,
  ...startPushAccounts.addresses,
];

const kinds = {
  change_secret: { plan: changesecretautomation, run: changesecretexecution, job: secretChange },
  push_account: { plan: pushaccountautomation, run: pushaccountexecution, job: accountPush },
} as const;

/** Starts a plan in the name of the caller. */
const start = async (
  kind: ChangeKind,
  automation: string,
  jobs: Jobs,
  ctx: Context,
): Promise<{ task: string }> => {
  const { plan: plans, run: runs, job } = kinds[kind];
  const { org_id: org } = await findRow(ctx.engine.resource(plans), automation, ctx);
  const plan = await changeSecretPlan(automation, ctx.db);
  if (!plan) throw new AppError('object_does_not_exist');
  const trust = can(ctx.actor, 'accounts.view_accountsecret');
  const payload = { plan: plan.id, org, trigger: 'manual' as const, language: ctx.language, trust };
  const task = await jobs.enqueue(job, payload, starterOf(ctx));
  if (!task) throw new AppError('task_waits_already');
  const run = { id: task, kind, automation: plan.id, org, name: plan.name, trigger: payload.trigger };
  await addExecution({ ...run, snapshot: await snapshotOf(plan, ctx.db) }, ctx.db);
  const resource = ctx.engine.resource(runs);
  const row = { id: task, org_id: org };
  await ctx.engine.record([{ action: 'create', resource, row, display: plan.name, diff: {} }], ctx);
  return { task };
};

/**
 * Both secrets of a record; that they were read is told in the operate log. A push with the secret that its account has
 * shows none: it made none, and that of the account has a place and permissions of its own.
 */
const secretsOfRecord = async (
  kind: ChangeKind,
  { id, org_id, account, is_kept, old_secret, new_secret }: Row<typeof changesecretrecord>,
  ctx: Context,
) => {
  if (is_kept) return { id, old_secret: null, new_secret: null };
  // Where a change after a check-out failed, an administrator has to find out which of them holds.
  await refuseWithheld(String(account), ctx, ['change_failed']);
  const resource = ctx.engine.resource(kind === 'push_account' ? pushaccountrecord : changesecretrecord);
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
};

const stop = async (id: string, jobs: Jobs, ctx: Context): Promise<void> => {
  if (!(await jobs.stop(id, ctx.db))) throw new AppError('run_not_stoppable');
};

/** Registers the routes that start and stop runs of plans that change secrets or push accounts, and that show what they did. */
export const addChangeSecret = (ports: HttpPorts, { jobs }: { jobs: Jobs }): void => {
  bind(ports, startChangeSecret, async ({ ctx, body }) =>
    start('change_secret', (await body()).automation, jobs, ctx),
  );
  bind(ports, startPushAccounts, async ({ ctx, body }) =>
    start('push_account', (await body()).automation, jobs, ctx),
  );
  addPlanLinks(ports);
  implement(ports, changeSecretExecutionActions, {
    stop: async ({ ctx, row }) => stop((await row()).id, jobs, ctx),
  });
  implement(ports, pushExecutionActions, {
    stop: async ({ ctx, row }) => stop((await row()).id, jobs, ctx),
  });
  implement(ports, changeSecretRecordActions, {
    ...retryChanges('change_secret', { jobs }),
    secret: async ({ ctx, row }) => secretsOfRecord('change_secret', await row(), ctx),
  });
  implement(ports, pushRecordActions, {
    ...retryChanges('push_account', { jobs }),
    secret: async ({ ctx, row }) => {
      authorize(ctx, 'accounts.view_pushaccountexecution');
      return secretsOfRecord('push_account', await row(), ctx);
    },
  });
};
