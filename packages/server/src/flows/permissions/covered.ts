import { type SQL, sql } from 'drizzle-orm';

/** Ids of the assets a permission covers: linked ones and those below linked nodes. */
export const coveredAssets = (permissionId: string): SQL => sql`
  select pa.asset from perms_assetpermission_assets pa where pa.assetpermission = ${permissionId}
  union select l.asset from perms_assetpermission_nodes pn join assets_node top on top.id = pn.node
    join assets_node n on n.path <@ top.path join assets_asset_nodes l on l.node = n.id where pn.assetpermission = ${permissionId}`;

/** Ids of the users a permission reaches: linked ones and members of linked groups. */
export const reachedUsers = (permissionId: string): SQL => sql`
  select pu."user" from perms_assetpermission_users pu where pu.assetpermission = ${permissionId}
  union select g."user" from perms_assetpermission_user_groups pg join users_user_groups g on g.usergroup = pg.usergroup where pg.assetpermission = ${permissionId}`;

/** Ids of the permissions that cover an asset. */
export const permissionsOn = (assetId: string): SQL => sql`
  select pa.assetpermission from perms_assetpermission_assets pa where pa.asset = ${assetId}
  union select pn.assetpermission from perms_assetpermission_nodes pn where pn.node = any(array(
    select up.id from assets_node up where up.path = any(array(select subpath(n.path, 0, depth)
      from assets_asset_nodes l join assets_node n on n.id = l.node, generate_series(1, nlevel(n.path)) as depth where l.asset = ${assetId}))))`;
