import { fieldError } from '@gatehouse/contract/errors.ts';
import type { favoriteasset } from '@gatehouse/contract/resources/assets/favoriteasset.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour } from '../../../engine/resource.ts';

/** Favourites: each user sees only their own, and can add an asset only once. */
export const favoriteassetBehaviour = (): Behaviour<typeof favoriteasset> => ({
  visibleTo: (ctx) => sql`t."user" = ${ctx.actor.id}`,
  beforeWrite: async ({ ctx, values }) => {
    const [taken] = await ctx.db.rows(
      sql`select 1 from assets_favoriteasset where "user" = ${ctx.actor.id} and asset = ${values.asset}`,
    );
    if (taken) throw fieldError('asset', 'unique');
    return { user: ctx.actor.id };
  },
});
