import { sql } from 'drizzle-orm';

/** Nodes of every organization. */
export const allNodes = sql`(select id, org_id, search_text, key, value, full_value, parent_key, path, assets_amount from assets_node)`;
