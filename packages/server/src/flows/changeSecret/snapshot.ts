import type { ChangeSecretSnapshot } from '@gatehouse/contract/resources/accounts/changesecretexecution.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import type { ChangeSecretPlan } from '../../resources/accounts/changesecretautomation/statements.ts';
import { assetsOf } from '../machineWork/targets.ts';

/** What a run records of its plan: everything but the secret. */
export const snapshotOf = async (
  plan: ChangeSecretPlan,
  db: Database,
): Promise<Omit<ChangeSecretSnapshot, 'type'>> => {
  const [found] = await db.rows<{ count: number }>(
    sql`select count(*)::int as count from ${assetsOf({ ...plan, org: plan.org_id })} s`,
  );
  return {
    name: plan.name,
    comment: plan.comment,
    accounts: plan.accounts,
    node_amount: plan.nodes.length,
    asset_amount: found?.count ?? 0,
    params: plan.params,
  };
};
