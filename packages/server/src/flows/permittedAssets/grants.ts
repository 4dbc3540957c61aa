import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { isWithin } from '../../engine/tree/store.ts';
import { allOf, anyOf, uuids } from '../../platform/database.ts';
import { allAssetNodes } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { inForce } from '../../resources/perms/assetpermission/filters.ts';
import {
  allPermissionAssets,
  allPermissionNodes,
  allPermissions,
} from '../../resources/perms/assetpermission/relations.ts';
import { permissionsNaming, type Subject } from './subject.ts';

/** A node that is granted with its whole subtree and is not below another granted node. */
export type Top = { key: string; org: string };

/**
 * What permissions grant to a subject in the organization of the request; in the root organization, in all
 * organizations the caller may see.
 */
export type Grants = {
  /** Organizations granted as a whole, through their root. */
  orgs: ReadonlySet<string>;
  tops: readonly Top[];
  /** Ids, by key, of the nodes at or below the tops, without those of whole organizations. */
  nodes: ReadonlyMap<string, string>;
  /** Ids of the assets granted individually. */
  direct: readonly string[];
};

const within = (ctx: Context): SQL =>
  allOf([
    ctx.org.isRoot ? undefined : sql`p.org_id = ${ctx.org.id}`,
    ctx.org.within ? sql`p.org_id = any(${uuids(ctx.org.within)})` : undefined,
  ]);

/** Nodes that are below no other: sorted by key parts, each is compared with the last one kept. */
const topmost = (found: Top[]): Top[] => {
  const kept: Top[] = [];
  const parts = (key: string) => key.split(':').map(Number);
  const before = (a: number[], b: number[]): number => {
    const at = a.findIndex((part, index) => part !== b[index]);
    return at < 0 ? a.length - b.length : (a[at] as number) - (b[at] ?? -1);
  };
  const sorted = found
    .map((top) => ({ top, parts: parts(top.key) }))
    .sort((a, b) => before(a.parts, b.parts));
  for (const { top } of sorted) {
    const last = kept.at(-1);
    if (!last || !isWithin(top.key, last.key)) kept.push(top);
  }
  return kept;
};

const isRoot = (top: Top): boolean => !top.key.includes(':');

const nodesBelow = async (tops: Top[], ctx: Context): Promise<Map<string, string>> => {
  if (!tops.length) return new Map();
  const paths = `{${tops.map((top) => top.key.replaceAll(':', '.')).join(',')}}`;
  const [found] = await ctx.db.rows<{ ids: string[] | null; keys: string[] | null }>(sql`
    select array_agg(n.id)::text[] as ids, array_agg(n.key) as keys from unnest(${paths}::ltree[]) as top(path) join ${allNodes} n on n.path <@ top.path`);
  const ids = found?.ids ?? [];
  return new Map((found?.keys ?? []).map((key, index) => [key, ids[index] as string]));
};

/**
 * Reads what permissions grant to a subject, now or at any time. Nothing is cached between requests: a
 * revoked permission is gone at the next one (docs/decisions/0041).
 */
export const loadGrants = async (
  subject: Subject,
  ctx: Context,
  when: 'now' | 'ever' = 'now',
): Promise<Grants> => {
  const counts = when === 'now' ? inForce(sql`p`) : sql`true`;
  const [found] = await ctx.db.rows<{ keys: string[]; orgs: string[]; direct: string[] }>(sql`
    with p as materialized (select p.id from ${allPermissions} p
      where p.id in (${permissionsNaming(subject)}) and ${counts} and ${within(ctx)}),
    n as (select distinct n.key, n.org_id from ${allPermissionNodes} j join p on p.id = j.assetpermission join ${allNodes} n on n.id = j.node)
    select array(select key from n order by key) as keys, array(select org_id::text from n order by key) as orgs,
      array(select distinct j.asset::text from ${allPermissionAssets} j join p on p.id = j.assetpermission) as direct`);
  const keys = found?.keys ?? [];
  const tops = topmost(keys.map((key, index) => ({ key, org: found?.orgs[index] ?? '' })));
  const parts = tops.filter((top) => !isRoot(top));
  return {
    orgs: new Set(tops.filter(isRoot).map((top) => top.org)),
    tops,
    nodes: await nodesBelow(parts, ctx),
    direct: found?.direct ?? [],
  };
};

/** Whether a node is granted, itself or through an ancestor. */
export const isGranted = (key: string, grants: Grants): boolean =>
  grants.nodes.has(key) || grants.tops.some((top) => isRoot(top) && isWithin(key, top.key));

/** SQL condition: the asset `t` is granted. */
export const assetsGranted = (grants: Grants): SQL => {
  const parts: SQL[] = [];
  if (grants.direct.length) parts.push(sql`select unnest(${uuids(grants.direct)})`);
  if (grants.nodes.size)
    parts.push(
      sql`select l.asset from ${allAssetNodes} l where l.node = any(${uuids([...grants.nodes.values()])})`,
    );
  const union = parts.length ? sql`t.id in (${sql.join(parts, sql` union `)})` : undefined;
  const whole = grants.orgs.size ? sql`t.org_id = any(${uuids([...grants.orgs])})` : undefined;
  if (union && whole) return sql`(${whole} or ${union})`;
  return union ?? whole ?? sql`false`;
};

/** SQL condition: the node `t` is granted, itself or through an ancestor. */
export const nodesGranted = (grants: Grants): SQL =>
  anyOf([
    sql`t.id = any(${uuids([...grants.nodes.values()])})`,
    sql`t.org_id = any(${uuids([...grants.orgs])})`,
  ]);
