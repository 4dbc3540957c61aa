import { sql } from 'drizzle-orm';

/** Platforms. */
export const allPlatforms = sql`(select id, domain_enabled, su_enabled, su_method, name, category, type, charset, protocols, automation, custom_fields from assets_platform)`;
