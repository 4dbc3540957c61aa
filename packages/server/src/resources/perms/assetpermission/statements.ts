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

/** Sets the ends of permissions that expire. */
export const endPermissions = async (
  ends: readonly { id: string; date_ends: string }[],
  db: Database,
): Promise<void> => {
  await db.rows(sql`update perms_assetpermission p set date_expired = e.date_ends
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as e(id uuid, date_ends timestamptz) where p.id = e.id`);
};
