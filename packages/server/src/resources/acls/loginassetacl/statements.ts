import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';

/** Takes users who leave an organization from the reviewers of its connection rules. */
export const leaveConnectionRules = async (
  userIds: readonly string[],
  org: string,
  db: Database,
): Promise<void> => {
  await db.rows(sql`delete from acls_loginassetacl_reviewers r using acls_loginassetacl f
    where f.id = r.loginassetacl and f.org_id = ${org} and r."user" = any(${uuids(userIds)})`);
};
