import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { idOf } from '../../engine/fields/related.ts';
import { addRoute, type HttpPorts, queryOf, type Route, rowId } from '../../engine/http.ts';
import { findRow, listRows, presentOne } from '../../engine/operations/read.ts';
import { updateMany } from '../../engine/operations/write.ts';
import { presentRows, readableFields } from '../../engine/present.ts';
import { scopeOf } from '../../engine/query.ts';
import { permissionOf, type Resource, type Row, type Values } from '../../engine/resource.ts';
import { pageOf, urlsOf } from '../../engine/routes/resourceRoutes.ts';
import { isUuid, uuids } from '../../platform/database.ts';
import { platformOf } from '../../resources/assets/asset/platformOf.ts';
import { notify } from '../notifications/notify.ts';
import { syncProtocols } from './syncProtocols.ts';

const rowOf = (resource: Resource, request: FastifyRequest, ctx: Context): Promise<Row> =>
  findRow(resource, rowId(request), ctx);

const platformRoute = (resource: Resource, url: string): Route => ({
  method: 'GET',
  url: `${url}:id/platform/`,
  need: 'assets.view_platform',
  shows: { rows: 'assets.platform' },
  handle: async (ctx, request) => {
    const { platform } = await rowOf(resource, request, ctx);
    const platforms = ctx.engine.resource('assets.platform');
    return { body: await presentOne(platforms, await findRow(platforms, String(platform), ctx), ctx) };
  },
});

const gatewaysRoute = (resource: Resource, url: string): Route => ({
  method: 'GET',
  url: `${url}:id/gateways/`,
  need: 'assets.view_gateway',
  shows: { rows: 'assets.gateway' },
  handle: async (ctx, request) => {
    const { domain } = await rowOf(resource, request, ctx);
    const where = domain === null ? sql`false` : sql`t.domain = ${domain}`;
    const gateways = ctx.engine.resource('assets.gateway');
    return {
      body: pageOf(await listRows(gateways, queryOf(request), ctx, { allowed: true, where }), request),
    };
  },
});

/** Most assets a message names. */
const mostNamed = 20;

const tellKept = async (resource: Resource, ids: string[], ctx: Context): Promise<void> => {
  if (!ids.length || !isUuid(ctx.actor.id)) return;
  const rows = await ctx.db.rows<{ name: string }>(
    sql`select t.name from assets_asset t where t.id = any(${uuids(ids)}) and ${await scopeOf(resource, ctx)} order by t.name`,
  );
  const named = rows.slice(0, mostNamed).map(({ name }) => name);
  const assets = `${named.join(', ')}${rows.length > mostNamed ? ' …' : ''}`;
  if (rows.length)
    await notify([ctx.actor.id], { key: 'platform_kept', params: { count: rows.length, assets } }, ctx.db);
};

/**
 * Items that keep their asset's type; a platform of another type does not fit what the asset was set up for. Whoever
 * asked is told which were left out.
 */
const fitting = async (resource: Resource, items: Values[], ctx: Context): Promise<Values[]> => {
  const ids = items.map((item) => idOf(item?.id ?? item?.pk) ?? '');
  const stored = await ctx.db.rows<{ id: string; type: string }>(
    sql`select t.id::text as id, t.type from assets_asset t where t.id = any(${uuids(ids)})`,
  );
  const types = new Map(stored.map((row) => [row.id, row.type]));
  const kept: Values[] = [];
  const left: string[] = [];
  for (const [index, item] of items.entries()) {
    const wanted = idOf(item?.platform);
    const platform = wanted && /^\d{1,15}$/.test(wanted) ? await platformOf(wanted, ctx) : undefined;
    const type = types.get((ids[index] ?? '').toLowerCase());
    if (!platform || type === undefined || platform.type === type) kept.push(item);
    else left.push(ids[index] ?? '');
  }
  await tellKept(resource, left, ctx);
  return kept;
};

const bulkPatchRoute = (resource: Resource, url: string): Route => ({
  method: 'PATCH',
  url,
  need: permissionOf(resource, 'change'),
  handle: async (ctx, request) => {
    const items = Array.isArray(request.body)
      ? await fitting(resource, request.body as Values[], ctx)
      : request.body;
    const rows = await updateMany(resource, items, 'patch', ctx);
    return { body: await presentRows(resource, rows, readableFields(resource, 'retrieve', {}, ctx), ctx) };
  },
});

const syncRoute = (url: string): Route => ({
  method: 'POST',
  url: `${url}sync-platform-protocols/`,
  need: 'assets.change_asset',
  handle: async (ctx, request) => {
    await syncProtocols(request.body, ctx);
    return { status: 200 };
  },
});

/** An asset without a category would be none; the category's own path says what it is. */
const refuseCreation: Route = {
  method: 'POST',
  url: '/api/v1/assets/assets/',
  need: 'assets.add_asset',
  handle: async (ctx) => {
    throw new AppError(
      'error',
      {},
      { messageKey: 'asset_generic_create', extra: { error: ctx.t('errors.asset_generic_create') } },
    );
  },
};

const assetKinds = [
  'assets.asset',
  'assets.host',
  'assets.device',
  'assets.database',
  'assets.cloud',
  'assets.web',
  'assets.gpt',
  'assets.custom',
  'assets.gateway',
];

/** Bulk changes of assets go through `fitting` first. */
export const replacedByAssets: readonly string[] = [
  'assets',
  'hosts',
  'devices',
  'databases',
  'clouds',
  'webs',
  'gpts',
  'customs',
  'gateways',
].map((path) => `PATCH /api/v1/assets/${path}/`);

/** What every kind of asset answers beside its rows. */
export const addAssetRoutes = (ports: HttpPorts): void => {
  for (const key of assetKinds) {
    const resource = ports.engine.resource(key);
    for (const url of urlsOf(resource))
      for (const route of [
        platformRoute(resource, url),
        gatewaysRoute(resource, url),
        bulkPatchRoute(resource, url),
        syncRoute(url),
      ])
        addRoute(ports, route);
  }
  addRoute(ports, refuseCreation);
};
