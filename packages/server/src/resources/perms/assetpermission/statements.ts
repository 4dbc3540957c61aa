import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';

/** Removes users from the asset permissions of an organization. */
export const leavePermissions = async (
  userIds: readonly string[],
  org: string,
  db: Database,
): Promise<void> => {
  await db.rows(sql`delete from perms_assetpermission_users u using perms_assetpermission p
    where p.id = u.assetpermission and p.org_id = ${org} and u."user" = any(${uuids(userIds)})`);
};
