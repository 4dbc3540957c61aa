import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { booleanOf } from '../../../engine/fields/boolean/boolean.ts';
import { refuse } from '../../../engine/fields/kind.ts';
import { named } from '../../../engine/fields/nested/names.ts';
import { inOrganization } from '../../../engine/organizationScope.ts';
import type { Behaviour, Filter, Filters } from '../../../engine/resource.ts';
import { termsOf } from '../../../engine/searchText.ts';
import { attrRules } from '../../../engine/selector/attrRules.ts';
import { amountSql, nodesWhere, pathOf, type TreeNode, type TreeStore } from '../../../engine/tree/store.ts';
import { allOf, containing, isUuid, texts } from '../../../platform/database.ts';
import { allDomains } from '../domain/relations.ts';
import { allNodes } from '../node/relations.ts';
import { allPlatforms } from '../platform/relations.ts';

const commaList = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const yes = (value: string): boolean => booleanOf(value) ?? refuse('invalid_boolean');

/** Assets of the platforms that have an automation enabled, or of those that do not. */
const automated =
  (flag: string): Filter =>
  (value) =>
    sql`t.platform in (select p.id from ${allPlatforms} p where (coalesce(p.automation ->> ${flag}, 'false') = 'true') = ${yes(value)})`;

/**
 * Whether a node filter includes the nodes below: on by default; `show_current_asset` switches it off or on,
 * and takes precedence over `all`.
 */
const isRecursive = (query: URLSearchParams): boolean => {
  const own = query.get('show_current_asset');
  if (own !== null && own !== '') return booleanOf(own) !== true;
  const all = query.get('all');
  return all === null || all === '' || booleanOf(all) !== false;
};

type FoundNode = TreeNode & { amount: number };

/** A node by id or key in the organization of the request, with its count; cached for the request. */
const nodeOf = async (store: TreeStore, nodeId: string, ctx: Context): Promise<FoundNode | undefined> => {
  const memoKey = `node:${nodeId}`;
  if (!ctx.memo.has(memoKey)) {
    const condition = isUuid(nodeId) ? sql`n.id = ${nodeId}` : sql`n.key = ${nodeId}`;
    const [node] = await nodesWhere(store, sql`${condition} and ${inOrganization(sql`n.org_id`, ctx)}`, ctx);
    ctx.memo.set(memoKey, node);
  }
  return ctx.memo.get(memoKey) as FoundNode | undefined;
};

/**
 * What a search demands of links besides: they repeat what their assets are searched by. Where conditions are
 * combined otherwise than by "and", nothing.
 */
const soughtLinks = (query: URLSearchParams): SQL =>
  query.has('_rel')
    ? sql`true`
    : allOf(
        termsOf(query.get('search') ?? '').map(
          (term) => sql`l.search_text is null or l.search_text like lower(${containing(term)})`,
        ),
      );

const onNode =
  (store: TreeStore): Filter =>
  async (value, ctx, query) => {
    const node = await nodeOf(store, value, ctx);
    if (!node) return sql`false`;
    if (!isRecursive(query))
      return sql`t.id in (select l.asset from assets_asset_nodes l where l.node = ${node.id} and ${soughtLinks(query)})`;
    // Every asset of an organization is somewhere below its root.
    if (node.parent_key === '') return sql`t.org_id = ${node.org_id}`;
    return sql`t.id in (select l.asset from assets_asset_nodes l join ${allNodes} n on n.id = l.node where n.path <@ ${pathOf(node.key)} and ${soughtLinks(query)})`;
  };

/** Query parameters specific to asset lists (reference 03 §3.1). */
export const assetFilters = (store: TreeStore): Filters<typeof asset> => ({
  platform: async (value, ctx) => {
    if (/^\d{1,15}$/.test(value)) return sql`t.platform = ${value}`;
    // Names are unique: compared with one id, the rows come in the order of an index.
    const [named] = await ctx.db.rows<{ id: string }>(
      sql`select p.id::text as id from ${allPlatforms} p where p.name = ${value}`,
    );
    return named ? sql`t.platform = ${named.id}` : sql`false`;
  },
  exclude_platform: (value) =>
    sql`t.platform not in (select p.id from ${allPlatforms} p where p.name = ${value})`,
  domain: (value) =>
    isUuid(value)
      ? sql`t.domain = ${value}`
      : sql`t.domain in (select d.id from ${allDomains} d where d.name ilike ${containing(value)})`,
  protocols: (value) => named(value, sql`t.protocols`),
  ips: (value) => sql`t.address = any(${texts(commaList(value))})`,
  domain_enabled: (value) =>
    sql`t.platform in (select p.id from ${allPlatforms} p where p.domain_enabled = ${yes(value)})`,
  ping_enabled: automated('ping_enabled'),
  gather_facts_enabled: automated('gather_facts_enabled'),
  change_secret_enabled: automated('change_secret_enabled'),
  push_account_enabled: automated('push_account_enabled'),
  verify_account_enabled: automated('verify_account_enabled'),
  gather_accounts_enabled: automated('gather_accounts_enabled'),
  node: onNode(store),
  node_id: onNode(store),
  attr_rules: attrRules('assets.asset'),
});

/** Number of assets in a list limited only by a node, or by nothing: the tree has these counts. */
export const knownCount =
  (store: TreeStore): NonNullable<Behaviour<typeof asset>['count']> =>
  async (query, narrowing, ctx) => {
    if (narrowing.size > 1) return undefined;
    const [name] = narrowing;
    if (name === 'node' || name === 'node_id') {
      const node = isRecursive(query) ? await nodeOf(store, query.get(name) ?? '', ctx) : undefined;
      return node?.amount;
    }
    if (name !== undefined) return undefined;
    const [all] = await ctx.db.rows<{
      amount: number;
    }>(sql`select coalesce(sum(${amountSql(store, 'n')}), 0)::int as amount
      from ${allNodes} n where n.parent_key = '' and ${inOrganization(sql`n.org_id`, ctx)}`);
    return all?.amount;
  };
