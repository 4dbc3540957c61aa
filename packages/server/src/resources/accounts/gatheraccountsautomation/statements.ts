import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';

/** A plan with what its run needs. */
export type GatherPlan = {
  id: string;
  org_id: string;
  name: string;
  comment: string;
  accounts: string[];
  is_sync_account: boolean;
  assets: string[];
  nodes: string[];
  recipients: string[];
};

/** A plan by its id; undefined if it was deleted. */
export const gatherPlan = async (id: string, db: Database): Promise<GatherPlan | undefined> =>
  (
    await db.rows<GatherPlan>(sql`select t.id::text as id, t.org_id::text as org_id, t.name, t.comment, t.accounts, t.is_sync_account,
        (select coalesce(jsonb_agg(j.asset), '[]'::jsonb) from accounts_gatheraccountsautomation_assets j
          where j.gatheraccountsautomation = t.id) as assets,
        (select coalesce(jsonb_agg(j.node), '[]'::jsonb) from accounts_gatheraccountsautomation_nodes j
          where j.gatheraccountsautomation = t.id) as nodes,
        (select coalesce(jsonb_agg(j."user"), '[]'::jsonb) from accounts_gatheraccountsautomation_recipients j
          where j.gatheraccountsautomation = t.id) as recipients
      from accounts_gatheraccountsautomation t where t.id = ${id}::uuid`)
  )[0];

/** Whether one of these plans names neither an asset nor a node. */
export const planWithoutPlaces = async (ids: readonly string[], db: Database): Promise<boolean> =>
  (
    await db.rows(sql`select 1 from accounts_gatheraccountsautomation t where t.id = any(${uuids(ids)})
        and not exists (select 1 from accounts_gatheraccountsautomation_assets j where j.gatheraccountsautomation = t.id)
        and not exists (select 1 from accounts_gatheraccountsautomation_nodes j where j.gatheraccountsautomation = t.id) limit 1`)
  ).length > 0;
