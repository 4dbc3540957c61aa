import type { asset as assetDefinition } from '@gatehouse/contract/resources/assets/asset.ts';
import type { assetpermission as assetpermissionDefinition } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { addRoute, type HttpPorts, queryOf, type Shown } from '../../engine/http.ts';
import { findRow, listRows } from '../../engine/operations/read.ts';
import type { Row, Values } from '../../engine/resource.ts';
import { columnsOf } from '../../engine/routes/describeRoutes.ts';
import { pageOf } from '../../engine/routes/resourceRoutes.ts';
import { isUuid } from '../../platform/database.ts';
import { coveredAssets, permissionsOn, reachedUsers } from './covered.ts';

const permissions = '/api/v1/perms/asset-permissions/:id';
const paramsOf = (request: FastifyRequest) => request.params as Record<string, string>;

type Listed = {
  url: string;
  need: string;
  /** Resource of the row in the URL. */
  of: string;
  lists: string;
  /** Which rows; undefined: none. */
  where(row: Row, params: Record<string, string>): SQL | undefined;
  order?: string;
  fields?: readonly string[];
  shape?(row: Values): Values;
  /** What `shape` makes of a row. */
  columns?: Shown;
};

/** A list that belongs to a row: the row must be visible, its list has paging, search and filters like any other. */
const addListed = (ports: HttpPorts, listed: Listed): void => {
  addRoute(ports, {
    method: 'GET',
    url: listed.url,
    need: listed.need,
    shows: listed.columns ?? { rows: listed.lists },
    handle: async (ctx: Context, request) => {
      const params = paramsOf(request);
      const row = await findRow(ports.engine.resource(listed.of), String(params.id), ctx);
      const query = queryOf(request);
      if (listed.order && !query.has('order')) query.set('order', listed.order);
      const where = listed.where(row, params) ?? sql`false`;
      const { fields, shape } = listed;
      const options = { allowed: true as const, where, ...(fields && { fields }) };
      const result = await listRows(ports.engine.resource(listed.lists), query, ctx, options);
      return { body: pageOf(shape ? { ...result, rows: result.rows.map(shape) } : result, request) };
    },
  });
};

const ofUser = (userId: string): SQL =>
  sql`select pu.assetpermission from perms_assetpermission_users pu where pu."user" = ${userId}
    union select pg.assetpermission from users_user_groups g join perms_assetpermission_user_groups pg on pg.usergroup = g.usergroup where g."user" = ${userId}`;

const coveringUsers = (asset: Row<typeof assetDefinition>): SQL => sql`t.id in (
  select pu."user" from perms_assetpermission_users pu where pu.assetpermission in (${permissionsOn(asset.id)})
  union select g."user" from perms_assetpermission_user_groups pg join users_user_groups g on g.usergroup = pg.usergroup where pg.assetpermission in (${permissionsOn(asset.id)}))`;

const coveringGroups = (asset: Row<typeof assetDefinition>): SQL =>
  sql`t.id in (select pg.usergroup from perms_assetpermission_user_groups pg where pg.assetpermission in (${permissionsOn(asset.id)}))`;

const accountsOf = (permission: Row<typeof assetpermissionDefinition>): SQL => {
  const names = permission.accounts;
  const named = names.includes('@ALL')
    ? sql`true`
    : sql`t.username = any(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`;
  return sql`t.asset in (${coveredAssets(permission.id)}) and ${named}`;
};

const addPermissionLists = (ports: HttpPorts) => {
  const of = 'perms.assetpermission';
  addListed(ports, {
    url: `${permissions}/users/all/`,
    need: 'users.view_user',
    of,
    lists: 'users.user',
    where: (row) => sql`t.id in (${reachedUsers(row.id)}) and not t.is_service_account`,
    fields: ['id', 'name', 'username'],
    shape: ({ id, name, username }) => ({ user: id, user_display: `${String(name)}(${String(username)})` }),
    columns: columnsOf({ user: 'field', user_display: 'string' }),
  });
  addListed(ports, {
    url: `${permissions}/assets/all/`,
    need: 'assets.view_asset',
    of,
    lists: 'assets.asset',
    where: (row) => sql`t.id in (${coveredAssets(row.id)})`,
    fields: ['id', 'name', 'address'],
    shape: ({ id, name, address }) => ({ asset: id, asset_display: `${String(name)}(${String(address)})` }),
    columns: columnsOf({ asset: 'field', asset_display: 'string' }),
  });
  addListed(ports, {
    url: `${permissions}/accounts/`,
    need: 'accounts.view_account',
    of,
    lists: 'accounts.account',
    where: accountsOf,
    order: 'asset,name',
  });
};

const addAssetLists = (ports: HttpPorts) => {
  const of = 'assets.asset';
  const need = 'perms.view_assetpermission';
  const url = '/api/v1/assets/assets/:id';
  const on = (asset: { id: string }, subject: SQL) =>
    sql`t.id in (${permissionsOn(asset.id)}) and t.id in (${subject})`;
  addListed(ports, { url: `${url}/perm-users/`, need, of, lists: 'users.user', where: coveringUsers });
  addListed(ports, {
    url: `${url}/perm-user-groups/`,
    need,
    of,
    lists: 'users.usergroup',
    where: coveringGroups,
  });
  addListed(ports, {
    url: `${url}/perm-users/:user/permissions/`,
    need,
    of,
    lists: 'perms.assetpermission',
    where: (asset, { user }) => (isUuid(user) ? on(asset, ofUser(user)) : undefined),
  });
  addListed(ports, {
    url: `${url}/perm-user-groups/:group/permissions/`,
    need,
    of,
    lists: 'perms.assetpermission',
    where: (asset, { group }) =>
      isUuid(group)
        ? on(
            asset,
            sql`select pg.assetpermission from perms_assetpermission_user_groups pg where pg.usergroup = ${group}`,
          )
        : undefined,
  });
};

/** Registers what permissions cover and who covers an asset (reference 04 §13.1). */
export const addPermissionRoutes = (ports: HttpPorts): void => {
  addPermissionLists(ports);
  addAssetLists(ports);
};
