import { type SQL, sql } from 'drizzle-orm';

/**
 * An access key with its sealed secret. The id alone selects it, because a signed request identifies its
 * caller by nothing else.
 */
export const accessKey = (id: string): SQL =>
  sql`(select id, "user", secret, ip_group, is_active, date_last_used from authentication_accesskey where id = ${id})`;

/** Users with an active access key. */
export const holdersOfKeys = sql`(select "user" from authentication_accesskey where is_active)`;

/** Access keys of a user, with their sealed secrets. */
export const accessKeysOf = (userId: string | null): SQL =>
  sql`(select id, "user", secret, ip_group, is_active from authentication_accesskey where "user" = ${userId})`;
