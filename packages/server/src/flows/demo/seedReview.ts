import { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { updateRow } from '../../engine/operations/store.ts';
import type { Row, Values } from '../../engine/resource.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { openUnused } from '../accessReview/reviewAccess.ts';

type Store = (key: string, inputs: Values[], ctx: Context) => Promise<Row[]>;

const dayMs = 86_400_000;
/** Age of the permission, and days without use after which it is reviewed. */
const [age, days] = [160, 90];

/** A permission of a project that is over, unused since: its review waits for the administrator. */
export const seedReview = async (userId: string, store: Store, ctx: Context): Promise<void> => {
  const [node] = await ctx.db.rows<{ id: string }>(
    sql`select n.id::text as id from ${allNodes} n where n.org_id = ${ctx.org.id}::uuid and n.full_value like '%/staging' order by n.key limit 1`,
  );
  const facts = { name: 'Data centre migration', users: [userId], nodes: [node?.id], accounts: ['root'] };
  const [permission] = await store('perms.assetpermission', [facts], ctx);
  const began = new Date(Date.now() - age * dayMs).toISOString();
  const dates = { date_created: began, date_start: began };
  await updateRow(ctx.engine.resource(assetpermission), String(permission?.id), dates, ctx);
  await openUnused(ctx.org.id, days, ctx.db);
};
