import type { Category } from '@gatehouse/contract/assets/categories.ts';
import { type Constraints, constraintsOf } from '@gatehouse/contract/assets/constraints.ts';
import { sql } from 'drizzle-orm';
import { type Context, once } from '../../../engine/context.ts';
import { can } from '../../../engine/permission.ts';
import { ownMethods } from '../../ownMethods.ts';

/** Names of the protocols that custom platforms of a type have. */
const customProtocols = async (type: string, ctx: Context): Promise<string[]> => {
  const rows = await ctx.db.rows<{ name: string }>(sql`select distinct p ->> 'name' as name
    from assets_platform t, jsonb_array_elements(t.protocols) p where t.category = 'custom' and t.type = ${type} order by 1`);
  return rows.map((row) => row.name);
};

/** Name of an automation method; its id where there is no text. */
export const methodName = (id: string, ctx: Pick<Context, 't'>): string => {
  const key = `assets.automationmethod.choices.id.${id}`;
  const text = ctx.t(key);
  return text === key ? id : text;
};

/** The methods that administrators have written, for callers whom platforms or pushes concern. */
export const shownOwnMethods = (ctx: Context) =>
  once(ctx, 'own methods', async () =>
    can(ctx.actor, 'assets.view_platform|accounts.push_account') ? ownMethods(ctx.db) : [],
  );

/** Constraints of a type; undefined when the category does not have it. */
export const constraintsFor = async (
  category: Category,
  type: string,
  ctx: Context,
): Promise<Constraints | undefined> =>
  constraintsOf(category, type, {
    methodName: (id) => methodName(id, ctx),
    customProtocols: category === 'custom' ? await customProtocols(type, ctx) : [],
    own: await shownOwnMethods(ctx),
  });
