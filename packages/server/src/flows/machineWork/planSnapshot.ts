import type { PlanSnapshot } from '@gatehouse/contract/automation/plan.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { assetsOf } from './targets.ts';

type Plan = {
  org_id: string;
  name: string;
  comment: string;
  accounts: string[];
  assets: string[];
  nodes: string[];
};

/** What a run records of its plan: everything but secrets. */
export const planSnapshot = async (plan: Plan, db: Database): Promise<Omit<PlanSnapshot, 'type'>> => {
  const [found] = await db.rows<{ count: number }>(
    sql`select count(*)::int as count from ${assetsOf({ ...plan, org: plan.org_id })} s`,
  );
  return {
    name: plan.name,
    comment: plan.comment,
    accounts: plan.accounts,
    node_amount: plan.nodes.length,
    asset_amount: found?.count ?? 0,
  };
};
