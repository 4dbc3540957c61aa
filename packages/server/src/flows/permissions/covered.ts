import { type SQL, sql } from 'drizzle-orm';
import { allAssetNodes } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import {
  allPermissionAssets,
  allPermissionGroups,
  allPermissionNodes,
  allPermissionUsers,
} from '../../resources/perms/assetpermission/relations.ts';
import { allGroupMembers } from '../../resources/users/user/relations.ts';

/** Ids of the assets a permission covers: linked ones and those on or below linked nodes. */
export const coveredAssets = (permissionId: string): SQL => sql`
  select pa.asset from ${allPermissionAssets} pa where pa.assetpermission = ${permissionId}
  union select l.asset from ${allPermissionNodes} pn join ${allNodes} top on top.id = pn.node
    join ${allNodes} n on n.path <@ top.path join ${allAssetNodes} l on l.node = n.id where pn.assetpermission = ${permissionId}`;

/** Ids of the users a permission reaches: linked ones and members of linked groups. */
export const reachedUsers = (permissionId: string): SQL => sql`
  select pu."user" from ${allPermissionUsers} pu where pu.assetpermission = ${permissionId}
  union select g."user" from ${allPermissionGroups} pg join ${allGroupMembers} g on g.usergroup = pg.usergroup where pg.assetpermission = ${permissionId}`;

/** Ids of the permissions that cover an asset. */
export const permissionsOn = (assetId: string): SQL => sql`
  select pa.assetpermission from ${allPermissionAssets} pa where pa.asset = ${assetId}
  union select pn.assetpermission from ${allPermissionNodes} pn where pn.node = any(array(
    select up.id from ${allNodes} up where up.path = any(array(select subpath(n.path, 0, depth)
      from ${allAssetNodes} l join ${allNodes} n on n.id = l.node, generate_series(1, nlevel(n.path)) as depth where l.asset = ${assetId}))))`;
