import { sql } from 'drizzle-orm';

/** Which user keeps which asset at hand. */
export const allFavorites = sql`(select asset, "user" from assets_favoriteasset)`;
