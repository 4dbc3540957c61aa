import type { AutomationKind } from '@gatehouse/contract/assets/automationMethods.ts';
import { type SQL, sql } from 'drizzle-orm';
import { anyOf, uuids } from '../../platform/database.ts';
import { allAccounts } from '../../resources/accounts/account/relations.ts';
import { allAssetNodes, allAssets } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { allPlatforms } from '../../resources/assets/platform/relations.ts';

/** Assets of one organization: some of them, or those on and below a node. */
export type AssetChoice = {
  org: string;
  assets?: readonly string[];
  node?: string;
  /** With several nodes, those on and below them are added to the assets. */
  nodes?: readonly string[];
};

const chosen = ({ org, assets = [], node, nodes }: AssetChoice): SQL => {
  if (nodes) return sql`a.id in ${assetsOf({ org, assets, nodes })}`;
  return node === undefined
    ? sql`a.org_id = ${org}::uuid and a.id = any(${uuids(assets)})`
    : sql`a.org_id = ${org}::uuid and exists (select 1 from ${allAssetNodes} l join ${allNodes} n on n.id = l.node
        where l.asset = a.id and n.path <@ (select top.path from ${allNodes} top where top.id = ${node}::uuid and top.org_id = ${org}::uuid))`;
};

/** Whether the platform `p` has an automation switched on, with a method. */
export const isOn = (kind: AutomationKind): SQL =>
  sql`coalesce((p.automation->>'ansible_enabled')::boolean, false) and coalesce((p.automation->>${`${kind}_enabled`}::text)::boolean, false)
    and coalesce(p.automation->>${`${kind}_method`}::text, '') <> ''`;

/** Why nothing is done to a target, as SQL. */
export const reason = (key: string, params: SQL = sql`'{}'::jsonb`): SQL =>
  sql`jsonb_build_object('key', ${key}::text, 'params', ${params})`;

/** Parameters of a reason that names the platform `p`. */
export const platformName = sql`jsonb_build_object('platform', p.name)`;
/** How logs name the asset `a`. */
export const nameOf = sql`a.name || '(' || a.address || ')'`;

/** One target for each asset, with the method of its platform for an automation, or why there is none. */
export const targetsOfAssets = (kind: AutomationKind, choice: AssetChoice): SQL =>
  sql`(select a.id as asset, null::uuid as account, ${nameOf} as name, p.automation->>${`${kind}_method`}::text as method,
      p.automation->${`${kind}_params`}::text as params, null::int as port,
      case when not a.is_active then ${reason('work_inactive')}
        when not (${isOn(kind)}) then ${reason('work_method_off', platformName)} end as skipped
    from ${allAssets} a join ${allPlatforms} p on p.id = a.platform where ${chosen(choice)})`;

/** The target of a gateway that is tested over SSH, at its own port or another. */
export const targetOfGateway = (org: string, gateway: string, port: number | undefined): SQL =>
  sql`(select a.id as asset, null::uuid as account, ${nameOf} as name, 'ping_by_ssh' as method, '{}'::jsonb as params,
      ${port ?? null}::int as port, case when not a.is_active then ${reason('work_inactive')} end as skipped
    from ${allAssets} a where a.org_id = ${org}::uuid and a.id = ${gateway}::uuid)`;

/** Ids of assets of one organization: those named, and those on and below nodes. */
export const assetsOf = (choice: { org: string; assets: readonly string[]; nodes: readonly string[] }): SQL =>
  sql`(select a.id from ${allAssets} a where a.org_id = ${choice.org}::uuid and (a.id = any(${uuids(choice.assets)})
    or exists (select 1 from ${allAssetNodes} l join ${allNodes} n on n.id = l.node join ${allNodes} top on n.path <@ top.path
      where l.asset = a.id and top.id = any(${uuids(choice.nodes)}) and top.org_id = ${choice.org}::uuid)))`;

/** Accounts of one organization: some of them, and all of some assets. */
export type AccountChoice = { org: string; accounts: readonly string[]; assets: readonly string[] };

/** One target for each account, with the method by which its platform verifies, or why there is none. */
export const targetsOfAccounts = ({ org, accounts, assets }: AccountChoice): SQL => {
  const named = anyOf([sql`c.id = any(${uuids(accounts)})`, sql`c.asset = any(${uuids(assets)})`]);
  return sql`(select a.id as asset, c.id as account, c.name || ' @ ' || ${nameOf} as name,
      p.automation->>'verify_account_method' as method, p.automation->'verify_account_params' as params, null::int as port,
      case when not a.is_active then ${reason('work_inactive')}
        when not c.is_active then ${reason('work_account_inactive')}
        when not c.has_secret and not (c.su_from is not null and p.su_enabled) then ${reason('work_no_secret')}
        when not (${isOn('verify_account')}) then ${reason('work_method_off', platformName)} end as skipped
    from ${allAccounts} c join ${allAssets} a on a.id = c.asset and a.org_id = ${org}::uuid join ${allPlatforms} p on p.id = a.platform
    where c.org_id = ${org}::uuid and ${named})`;
};
