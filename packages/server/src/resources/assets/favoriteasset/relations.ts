import { sql } from 'drizzle-orm';

/** Favourite assets of every user. */
export const allFavorites = sql`(select asset, "user" from assets_favoriteasset)`;
