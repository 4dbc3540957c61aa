import {
  changePlanLinks,
  type PlanLinks,
  pushPlanLinks,
} from '@gatehouse/contract/calls/accounts/planLinks.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { changesecretautomation } from '@gatehouse/contract/resources/accounts/changesecretautomation.ts';
import { pushaccountautomation } from '@gatehouse/contract/resources/accounts/pushaccountautomation.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { sql } from 'drizzle-orm';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { findRow, listRows } from '../../engine/operations/read.ts';
import { update } from '../../engine/operations/write.ts';
import { pageOf } from '../../engine/routes/resourceRoutes.ts';
import { changeSecretPlan } from '../../resources/accounts/changesecretautomation/statements.ts';
import { assetsOf } from '../machineWork/targets.ts';

type Plans = typeof changesecretautomation | typeof pushaccountautomation;
type Which = { plans: Plans; id: string };

/** A plan of its kind that the caller may see. */
const planOf = async ({ plans, id }: Which, ctx: Context, options: { lock?: true } = {}) => {
  await findRow(ctx.engine.resource(plans), id, ctx, options);
  const plan = await changeSecretPlan(id, ctx.db);
  if (!plan) throw new AppError('object_does_not_exist');
  return plan;
};

type Change = Which & { kind: 'assets' | 'nodes'; ids: readonly string[] | undefined; isAdded: boolean };

/** Adds assets or nodes to a plan, or removes them, as an update of the plan does. */
const changeLinks = async ({ plans, id, kind, ids = [], isAdded }: Change, ctx: Context) => {
  const before = (await planOf({ plans, id }, ctx, { lock: true }))[kind];
  const named = new Set(ids);
  const after = isAdded ? [...new Set([...before, ...ids])] : before.filter((one) => !named.has(one));
  if (after.length !== before.length)
    await update(ctx.engine.resource(plans), id, { [kind]: after }, 'patch', ctx);
  return { msg: 'ok' as const };
};

const addLinks = (ports: HttpPorts, calls: PlanLinks, plans: Plans): void => {
  bind(ports, calls.getAssets, async ({ ctx, params: { id } }) => {
    const { assets } = await planOf({ plans, id }, ctx);
    return { id, assets };
  });
  bind(ports, calls.addAssets, async ({ ctx, params: { id }, body }) =>
    changeLinks({ plans, id, kind: 'assets', ids: (await body()).assets, isAdded: true }, ctx),
  );
  bind(ports, calls.removeAssets, async ({ ctx, params: { id }, body }) =>
    changeLinks({ plans, id, kind: 'assets', ids: (await body()).assets, isAdded: false }, ctx),
  );
  bind(ports, calls.getNodes, async ({ ctx, params: { id } }) => {
    const { nodes } = await planOf({ plans, id }, ctx);
    return { id, nodes };
  });
  bind(ports, calls.changeNodes, async ({ ctx, params: { id }, query, body }) =>
    changeLinks(
      { plans, id, kind: 'nodes', ids: (await body()).nodes, isAdded: query.action === 'add' },
      ctx,
    ),
  );
  bind(ports, calls.listAssets, async ({ ctx, params: { id }, request }) => {
    const plan = await planOf({ plans, id }, ctx);
    const where = sql`t.id in ${assetsOf({ ...plan, org: plan.org_id })}`;
    const options = {
      allowed: true as const,
      where,
      fields: ['id', 'name', 'address'],
      sought: true as const,
    };
    return pageOf(
      await listRows(ctx.engine.resource(asset), queryOf(request), ctx, options),
      request,
    ) as never;
  });
};

/** Registers the addresses at which clients see and change what a plan names (reference 04 §7.3). */
export const addPlanLinks = (ports: HttpPorts): void => {
  addLinks(ports, changePlanLinks, changesecretautomation);
  addLinks(ports, pushPlanLinks, pushaccountautomation);
};
