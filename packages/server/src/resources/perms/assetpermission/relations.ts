import { sql } from 'drizzle-orm';

/** Asset permissions of every organization. */
export const allPermissions = sql`(select id, org_id, name, is_active, date_start, date_expired from perms_assetpermission)`;

/** Assets an asset permission names. */
export const allPermissionAssets = sql`(select assetpermission, asset from perms_assetpermission_assets)`;

/** Nodes an asset permission names. */
export const allPermissionNodes = sql`(select assetpermission, node from perms_assetpermission_nodes)`;

/** User groups an asset permission names. */
export const allPermissionGroups = sql`(select assetpermission, usergroup from perms_assetpermission_user_groups)`;

/** Users an asset permission names. */
export const allPermissionUsers = sql`(select assetpermission, "user" from perms_assetpermission_users)`;
