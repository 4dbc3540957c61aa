import type { AssetLoginRule } from '@gatehouse/contract/policy/rules.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Every asset-login rule with its reviewers, and the organization it belongs to. */
export const readAssetLoginRules = async (db: Database): Promise<{ org: string; rule: AssetLoginRule }[]> => {
  const rows = await db.rows<AssetLoginRule & { org: string }>(
    sql`select f.id::text as id, f.org_id::text as org, f.name, f.priority::int as priority, f.is_active, f.action, f.users, f.assets, f.accounts, f.rules,
      array(select r."user"::text from acls_loginassetacl_reviewers r where r.loginassetacl = f.id order by r.id) as reviewers
      from acls_loginassetacl f`,
  );
  return rows.map(({ org, ...rule }) => ({ org, rule }));
};
