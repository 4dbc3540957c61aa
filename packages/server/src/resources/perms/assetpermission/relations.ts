import { sql } from 'drizzle-orm';

/** Asset permissions of every organization. */
export const allPermissions = sql`(select id, org_id, name, is_active, date_start, date_expired, accounts, date_last_used, date_created, created_by from perms_assetpermission)`;

/** Asset permissions of every organization with what they grant. */
export const allGrants = sql`(select id, org_id, name, is_active, date_start, date_expired, accounts, protocols, actions from perms_assetpermission)`;

/** Links of asset permissions to the assets they name. */
export const allPermissionAssets = sql`(select assetpermission, asset from perms_assetpermission_assets)`;

/** Links of asset permissions to the nodes they name. */
export const allPermissionNodes = sql`(select assetpermission, node from perms_assetpermission_nodes)`;

/** Links of asset permissions to the user groups they name. */
export const allPermissionGroups = sql`(select assetpermission, usergroup from perms_assetpermission_user_groups)`;

/** Links of asset permissions to the users they name. */
export const allPermissionUsers = sql`(select assetpermission, "user" from perms_assetpermission_users)`;
