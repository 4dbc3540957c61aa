import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { containing, isUuid, texts, uuids } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { allAccounts } from '../../resources/accounts/account/relations.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { assetsGranted, loadGrants } from '../permittedAssets/grants.ts';
import { assetsBelow, isShown, treeOf } from '../permittedAssets/nodeTree.ts';
import { isSpecial, specialAssets } from '../permittedAssets/specialNodes.ts';
import type { Subject } from '../permittedAssets/subject.ts';

const caller = ({ actor }: Context): Subject => ({ kind: 'user', id: actor.id, username: actor.username });

const idsWhere = async (where: ReturnType<typeof sql>, ctx: Context): Promise<string[]> =>
  (
    await ctx.db.rows<{ id: string }>(
      sql`select t.id::text as id from ${allAssets} t where t.org_id = ${ctx.org.id}::uuid and t.is_active and ${where}`,
    )
  ).map(({ id }) => id);

/** Assets that the caller may use on and below nodes; `favorite` and `ungrouped` count as nodes. */
export const assetsAt = async (nodes: readonly string[], ctx: Context): Promise<string[]> => {
  if (nodes.length === 0) return [];
  const subject = caller(ctx);
  const grants = await loadGrants(subject, ctx);
  const tree = await treeOf(grants, false, ctx);
  const keys = await ctx.db.rows<{ key: string }>(
    sql`select n.key from ${allNodes} n where n.id = any(${uuids(nodes.filter(isUuid))}) and n.org_id = ${ctx.org.id}::uuid`,
  );
  const parts = [
    ...keys
      .filter(({ key }) => isShown(key, tree))
      .map(({ key }) => sql`t.id in (${assetsBelow(key, tree)})`),
    ...nodes.filter(isSpecial).map((key) => specialAssets(key, subject, grants)),
  ];
  const found: string[] = [];
  for (const part of parts) found.push(...(await idsWhere(sql`${assetsGranted(grants)} and ${part}`, ctx)));
  return [...new Set(found)];
};

/** How many of these assets the caller may not use. */
export const countForbidden = async (assets: readonly string[], ctx: Context): Promise<number> => {
  if (assets.length === 0) return 0;
  const grants = await loadGrants(caller(ctx), ctx);
  const mine = await idsWhere(
    sql`t.id = any(${uuids(assets.filter(isUuid))}) and ${assetsGranted(grants)}`,
    ctx,
  );
  return new Set(assets).size - mine.length;
};

/** How many of these assets have one of these protocols. */
export const countWith = async (
  assets: readonly string[],
  protocols: readonly string[],
  ctx: Context,
): Promise<number> =>
  (
    await idsWhere(
      sql`t.id = any(${uuids(assets)}) and exists (select 1 from jsonb_array_elements(t.protocols) x
        where x.value->>'name' = any(${texts(protocols)}))`,
      ctx,
    )
  ).length;

/** Accounts that the installation uses for its own work: never suggested for a job. */
const internal = /^(jms|js)_/;
const mostHints = 10;

/** The most common usernames on the caller's chosen assets. */
export const usernamesOn = async (
  { nodes, assets, query }: { nodes: readonly string[]; assets: readonly string[]; query: string },
  ctx: Context,
): Promise<{ username: string; total: number }[]> => {
  const grants = await loadGrants(caller(ctx), ctx);
  const named = assets.filter(isUuid);
  const chosen = [
    ...(named.length
      ? await idsWhere(sql`t.id = any(${uuids(named)}) and ${assetsGranted(grants)}`, ctx)
      : []),
    ...(await assetsAt(nodes, ctx)),
  ];
  const rows = await ctx.db.rows<{ username: string; total: number }>(
    sql`select c.username, count(distinct c.asset)::int as total from ${allAccounts} c
      where c.asset = any(${uuids(chosen)}) and c.is_active and c.username ilike ${containing(query)}
      group by c.username order by 2 desc, 1`,
  );
  return rows.filter(({ username }) => !internal.test(username)).slice(0, mostHints);
};

/** Whether users may run commands on machines. */
export const isCommandExecutionOn = (settings: Pick<Settings, 'get'>): boolean =>
  settings.get('SECURITY_COMMAND_EXECUTION');
