import type { assetActions } from '@gatehouse/contract/actions/assets.ts';
import { assetPermissionActions } from '@gatehouse/contract/actions/perms.ts';
import { countReach, warnOfGrant } from '@gatehouse/contract/calls/perms.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { ReadPurpose } from '@gatehouse/contract/resource/rowOf.ts';
import type { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type ActionInput, type Actions, implement } from '../../engine/actions/implement.ts';
import { bind } from '../../engine/calls/bind.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { listRows } from '../../engine/operations/read.ts';
import type { Row, Values } from '../../engine/resource.ts';
import { pageOf } from '../../engine/routes/resourceRoutes.ts';
import { isUuid } from '../../platform/database.ts';
import { allPermissionGroups, allPermissionUsers } from '../../resources/perms/assetpermission/relations.ts';
import { allGroupMembers } from '../../resources/users/user/relations.ts';
import { coveredAssets, permissionsOn, reachedUsers } from './covered.ts';
import { reachOf } from './reach.ts';
import { warningsOf } from './warnings.ts';

type Listed<D extends ResourceDefinition> = {
  lists: string;
  /** Condition for the rows of the list; undefined means an empty list. */
  where(row: Row<D>, params: { readonly [name: string]: string }): SQL | undefined;
  order?: string;
  fields?: readonly string[];
  purpose?: ReadPurpose;
  shape?(row: Values): Values;
};

/**
 * A list that belongs to a row: the row must be visible, and its list has paging, search and filters like any
 * other.
 */
const listed =
  <D extends ResourceDefinition>({ lists, where, order, fields, purpose, shape }: Listed<D>) =>
  async ({ ctx, row, params, request }: ActionInput<D>): Promise<unknown> => {
    const condition = where(await row(), params) ?? sql`false`;
    const query = queryOf(request);
    if (order && !query.has('order')) query.set('order', order);
    const options = {
      allowed: true as const,
      where: condition,
      ...(fields && { fields, sought: true as const }),
      ...(purpose && { purpose }),
    };
    const result = await listRows(ctx.engine.resource(lists), query, ctx, options);
    return pageOf(shape ? { ...result, rows: result.rows.map(shape) } : result, request);
  };

const ofUser = (userId: string): SQL =>
  sql`select pu.assetpermission from ${allPermissionUsers} pu where pu."user" = ${userId}
    union select pg.assetpermission from ${allGroupMembers} g join ${allPermissionGroups} pg on pg.usergroup = g.usergroup where g."user" = ${userId}`;

const coveringUsers = (row: { id: string }): SQL => sql`t.id in (
  select pu."user" from ${allPermissionUsers} pu where pu.assetpermission in (${permissionsOn(row.id)})
  union select g."user" from ${allPermissionGroups} pg join ${allGroupMembers} g on g.usergroup = pg.usergroup where pg.assetpermission in (${permissionsOn(row.id)}))`;

const coveringGroups = (row: { id: string }): SQL =>
  sql`t.id in (select pg.usergroup from ${allPermissionGroups} pg where pg.assetpermission in (${permissionsOn(row.id)}))`;

const accountsOf = (permission: Row<typeof assetpermission>): SQL => {
  const names = permission.accounts;
  const named = names.includes('@ALL')
    ? sql`true`
    : sql`t.username = any(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`;
  return sql`t.asset in (${coveredAssets(permission.id)}) and ${named}`;
};

const addPermissionLists = (ports: HttpPorts) =>
  implement(ports, assetPermissionActions, {
    allUsers: listed({
      lists: 'users.user',
      where: (row) => sql`t.id in (${reachedUsers(row.id)}) and not t.is_service_account`,
      fields: ['id', 'name', 'username'],
      shape: ({ id, name, username }) => ({ user: id, user_display: `${String(name)}(${String(username)})` }),
    }),
    allAssets: listed({
      lists: 'assets.asset',
      where: (row) => sql`t.id in (${coveredAssets(row.id)})`,
      fields: ['id', 'name', 'address'],
      shape: ({ id, name, address }) => ({
        asset: id,
        asset_display: `${String(name)}(${String(address)})`,
      }),
    }),
    accountsOf: listed({ lists: 'accounts.account', where: accountsOf, order: 'asset,name' }),
  });

/** Condition for the permissions that link an asset with a user or group. */
const joining = (asset: { id: string }, subject: SQL) =>
  sql`t.id in (${permissionsOn(asset.id)}) and t.id in (${subject})`;

/** Actions that list the permissions of an asset, and the users and groups they reach. */
export const coverActions: Pick<
  Actions<typeof assetActions>,
  'permUsers' | 'permUserGroups' | 'permUserPermissions' | 'permUserGroupPermissions'
> = {
  permUsers: listed({ lists: 'users.user', where: coveringUsers }),
  permUserGroups: listed({ lists: 'users.usergroup', where: coveringGroups, purpose: 'retrieve' }),
  permUserPermissions: listed({
    lists: 'perms.assetpermission',
    where: (row, { user }) => (isUuid(user) ? joining(row, ofUser(user)) : undefined),
    purpose: 'retrieve',
  }),
  permUserGroupPermissions: listed({
    lists: 'perms.assetpermission',
    where: (row, { group }) =>
      isUuid(group)
        ? joining(
            row,
            sql`select pg.assetpermission from ${allPermissionGroups} pg where pg.usergroup = ${group}`,
          )
        : undefined,
    purpose: 'retrieve',
  }),
};

/**
 * Registers the lists of users, assets and accounts that a permission covers (reference 04 §13.1), and what a
 * choice would cover.
 */
export const addPermissionRoutes = (ports: HttpPorts): void => {
  addPermissionLists(ports);
  bind(ports, countReach, async ({ ctx, body }) => reachOf(await body(), ctx));
  bind(ports, warnOfGrant, async ({ ctx, body }) => warningsOf(await body(), ctx));
};
