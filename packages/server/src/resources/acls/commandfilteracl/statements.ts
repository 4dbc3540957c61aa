import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';

/** Takes users who leave an organization from the reviewers of its command filters. */
export const leaveCommandFilters = async (
  userIds: readonly string[],
  org: string,
  db: Database,
): Promise<void> => {
  await db.rows(sql`delete from acls_commandfilteracl_reviewers r using acls_commandfilteracl f
    where f.id = r.commandfilteracl and f.org_id = ${org} and r."user" = any(${uuids(userIds)})`);
};
