import type { accountActions } from '@gatehouse/contract/actions/accounts.ts';
import type { assetActions, nodeActions } from '@gatehouse/contract/actions/assets.ts';
import { testGateway } from '@gatehouse/contract/calls/assets.ts';
import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { gateway } from '@gatehouse/contract/resources/assets/gateway.ts';
import type { z } from 'zod';
import type { Actions } from '../../engine/actions/implement.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { existing } from '../../engine/fields/related.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { findRow } from '../../engine/operations/read.ts';
import { authorize, can } from '../../engine/permission.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import type { JobDefinition } from '../../platform/jobs/defineJob.ts';
import { checkedParams } from '../../resources/accounts/methodParams.ts';
import { platformOf } from '../../resources/assets/asset/platformOf.ts';
import { chosenPush } from '../changeSecret/planRuns.ts';
import { starterOf } from '../ownWork/ownJobs.ts';
import { accountRemoval, accountVerification, assetTest, factsReading, gatewayTest } from './machineJobs.ts';

type Deps = { jobs: Jobs };
type Asked = 'refresh' | 'test';

const needs = {
  refresh: 'assets.refresh_assethardwareinfo',
  test: 'assets.test_assetconnectivity',
} as const satisfies Record<Asked, string>;

const jobOf = { refresh: factsReading, test: assetTest } as const;
const kindOf = { refresh: 'gather_facts', test: 'ping' } as const;

/** Starts background work in the name of the caller; returns the id of its run. */
const start = async <P extends z.ZodObject>(
  job: JobDefinition<P>,
  payload: z.input<P>,
  { jobs }: Deps,
  ctx: Context,
): Promise<string> => {
  const task = await jobs.enqueue(job, payload, starterOf(ctx));
  if (!task) throw new AppError('task_waits_already');
  return task;
};

/** What work inherits from its caller. */
const askedBy = (ctx: Context) => ({
  language: ctx.language,
  trust: can(ctx.actor, 'accounts.view_accountsecret'),
});

/** Work belongs to one organization; the virtual one of all has none of its own. */
const ownOrg = (ctx: Context): string => {
  if (ctx.org.isRoot) throw fieldError('org_id', 'root_org_is_read_only');
  return ctx.org.id;
};

/** Refuses rows that the caller does not see. */
const refuseUnknown = async (
  field: string,
  ids: readonly string[],
  key: string,
  ctx: Context,
): Promise<void> => {
  const known = await existing([...ids], key, ctx);
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw fieldError(field, 'does_not_exist', { pk: missing.slice(0, 64) });
};

const lowered = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

/** Refuses what the platform of the asset does not allow. */
const refuseSwitchedOff = async (action: Asked, platform: unknown, ctx: Context): Promise<void> => {
  const { automation } = (await platformOf(platform, ctx)) ?? {};
  const isOn = automation?.ansible_enabled && automation[`${kindOf[action]}_enabled`];
  if (!isOn) throw new AppError('automation_off');
};

/** The tests of assets and the reading of their hardware that users ask for (reference 03 §3.1). */
export const assetTasks = (deps: Deps): Pick<Actions<typeof assetActions>, 'tasks' | 'tasksOfOne'> => ({
  tasksOfOne: async ({ ctx, body, row }) => {
    const { action } = await body();
    authorize(ctx, needs[action]);
    const { id, org_id: org, platform } = await row();
    await refuseSwitchedOff(action, platform, ctx);
    const task = await start(jobOf[action], { ...askedBy(ctx), org, assets: [id] }, deps, ctx);
    return { asset: id, assets: [id], task };
  },
  tasks: async ({ ctx, body }) => {
    const { action, ...sent } = await body();
    authorize(ctx, needs[action]);
    const org = ownOrg(ctx);
    const assets = lowered(sent.assets);
    if (assets.length === 0) throw fieldError('assets', 'empty_list');
    await refuseUnknown('assets', assets, 'assets.asset', ctx);
    return { assets, task: await start(jobOf[action], { ...askedBy(ctx), org, assets }, deps, ctx) };
  },
});

/** The same for all assets on and below a node. */
export const nodeTasks = (deps: Deps): Pick<Actions<typeof nodeActions>, 'tasks'> => ({
  tasks: async ({ ctx, body, row }) => {
    const { action } = await body();
    authorize(ctx, needs[action]);
    const { id: node, org_id: org } = await row();
    return { task: await start(jobOf[action], { ...askedBy(ctx), org, node }, deps, ctx) };
  },
});

const permissionOf = {
  verify: 'accounts.verify_account',
  push: 'accounts.push_account',
  remove: 'accounts.remove_account',
} as const;

/** Has accounts that were found on machines removed from there. */
const startRemoval = async (sent: readonly string[], deps: Deps, ctx: Context): Promise<string> => {
  const org = ownOrg(ctx);
  const found = lowered(sent);
  if (found.length === 0) throw fieldError('gather_accounts', 'empty_list');
  await refuseUnknown('gather_accounts', found, 'accounts.gatheredaccount', ctx);
  return start(accountRemoval, { ...askedBy(ctx), org, found }, deps, ctx);
};

/** The verification of accounts, their pushes, and the removal of those that were found (reference 04 §3). */
export const accountTasks = (deps: Deps): Pick<Actions<typeof accountActions>, 'tasks'> => ({
  tasks: async ({ ctx, body, request, ports }) => {
    const sent = await body();
    authorize(ctx, permissionOf[sent.action]);
    if (sent.action === 'remove') {
      // Before what is sent is looked at: clients ask with the action alone whether a confirmation is needed.
      await ports.confirmed(request, 'password');
      return { task: await startRemoval(sent.gather_accounts, deps, ctx) };
    }
    const org = ownOrg(ctx);
    const [accounts, assets] = [lowered(sent.accounts), lowered(sent.assets)];
    if (accounts.length + assets.length === 0) throw fieldError('accounts', 'empty_list');
    await refuseUnknown('accounts', accounts, 'accounts.account', ctx);
    await refuseUnknown('assets', assets, 'assets.asset', ctx);
    const payload = { ...askedBy(ctx), org, accounts, assets };
    if (sent.action === 'push') {
      const params = checkedParams('push_account', sent.params ?? {});
      return { task: await start(chosenPush, { ...payload, params }, deps, ctx) };
    }
    return { task: await start(accountVerification, payload, deps, ctx) };
  },
});

/** Registers the test of gateways (reference 03 §6.2). */
export const addGatewayTest = (ports: HttpPorts, deps: Deps): void =>
  bind(ports, testGateway, async ({ ctx, params, body }) => {
    const { id, org_id: org, protocols } = await findRow(ctx.engine.resource(gateway), params.id, ctx);
    const { port } = await body();
    // At another port of the gateway, another user's program may be waiting for the secret.
    if (port && !protocols?.some((protocol) => protocol.port === port))
      authorize(ctx, 'assets.change_gateway');
    const payload = { ...askedBy(ctx), org, gateway: id, ...(port && { port }) };
    return { task: await start(gatewayTest, payload, deps, ctx) };
  });
