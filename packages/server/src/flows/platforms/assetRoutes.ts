import { assetActions } from '@gatehouse/contract/actions/assets.ts';
import { refuseGenericAsset } from '@gatehouse/contract/calls/assets.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { collectionOf } from '@gatehouse/contract/resource/defineResource.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { cloud } from '@gatehouse/contract/resources/assets/cloud.ts';
import { custom } from '@gatehouse/contract/resources/assets/custom.ts';
import { database } from '@gatehouse/contract/resources/assets/database.ts';
import { device } from '@gatehouse/contract/resources/assets/device.ts';
import { gateway } from '@gatehouse/contract/resources/assets/gateway.ts';
import { gpt } from '@gatehouse/contract/resources/assets/gpt.ts';
import { host } from '@gatehouse/contract/resources/assets/host.ts';
import { platform as platformDefinition } from '@gatehouse/contract/resources/assets/platform.ts';
import { web } from '@gatehouse/contract/resources/assets/web.ts';
import { sql } from 'drizzle-orm';
import { type Actions, implement } from '../../engine/actions/implement.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { existing, idOf } from '../../engine/fields/related.ts';
import { type Handler, type HttpPorts, queryOf } from '../../engine/http.ts';
import { findRow, listRows, presentOne } from '../../engine/operations/read.ts';
import { updateMany } from '../../engine/operations/write.ts';
import { presentRows, readableFields } from '../../engine/present.ts';
import type { Resource, Values } from '../../engine/resource.ts';
import { pageOf } from '../../engine/routes/resourceRoutes.ts';
import { addressesOf, serveVerb } from '../../engine/routes/serveVerb.ts';
import { undoable } from '../../engine/undo/undoable.ts';
import { isUuid, uuids } from '../../platform/database.ts';
import { naturally } from '../../platform/naturalOrder.ts';
import { platformOf } from '../../resources/assets/asset/platformOf.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { notify, orgOf } from '../notifications/notify.ts';
import { syncProtocols } from './syncProtocols.ts';

/** Actions of assets of any category. */
const ownActions: Pick<
  Actions<typeof assetActions>,
  'platformOf' | 'gatewaysOf' | 'syncPlatformProtocols'
> = {
  platformOf: async ({ ctx, row }) => {
    const { platform } = await row();
    const platforms = ctx.engine.resource(platformDefinition);
    return presentOne(platforms, await findRow(platforms, platform, ctx), ctx);
  },
  gatewaysOf: async ({ ctx, row, request }) => {
    const { domain } = await row();
    const where = domain === null ? sql`false` : sql`t.domain = ${domain}`;
    const gateways = ctx.engine.resource(gateway);
    return pageOf(await listRows(gateways, queryOf(request), ctx, { allowed: true, where }), request);
  },
  syncPlatformProtocols: async ({ ctx, body }) => syncProtocols((await body()).platform_id ?? '', ctx),
};

/** Maximum number of assets named in a message. */
const mostNamed = 20;

const tellKept = async (resource: Resource, ids: string[], ctx: Context): Promise<void> => {
  if (!ids.length || !isUuid(ctx.actor.id)) return;
  const visible = await existing(ids.filter(isUuid), resource.key, ctx);
  const rows = await ctx.db.rows<{ name: string }>(
    sql`select t.name from ${allAssets} t where t.id = any(${uuids([...visible])}) order by ${naturally(sql`t.name`)}`,
  );
  const named = rows.slice(0, mostNamed).map(({ name }) => name);
  const assets = `${named.join(', ')}${rows.length > mostNamed ? ' …' : ''}`;
  if (rows.length === 0) return;
  const params = { count: rows.length, assets };
  await notify([ctx.actor.id], { key: 'platform_kept', params }, ctx.db, { org: orgOf(ctx) });
};

/**
 * Leaves out items whose new platform is of another type than their asset, and tells the caller which these
 * are in a site message.
 */
const fitting = async (resource: Resource, items: Values[], ctx: Context): Promise<Values[]> => {
  const ids = items.map((item) => idOf(item?.id ?? item?.pk) ?? '');
  const stored = await ctx.db.rows<{ id: string; type: string }>(
    sql`select t.id::text as id, t.type from ${allAssets} t where t.id = any(${uuids(ids)})`,
  );
  const types = new Map(stored.map((row) => [row.id, row.type]));
  const kept: Values[] = [];
  const left: string[] = [];
  for (const [index, item] of items.entries()) {
    const platformId = idOf(item?.platform);
    const platform =
      platformId && /^\d{1,15}$/.test(platformId) ? await platformOf(platformId, ctx) : undefined;
    const type = types.get((ids[index] ?? '').toLowerCase());
    if (!platform || type === undefined || platform.type === type) kept.push(item);
    else left.push(ids[index] ?? '');
  }
  await tellKept(resource, left, ctx);
  return kept;
};

const patchingMany =
  (resource: Resource): Handler =>
  (ctx, request) =>
    undoable(resource, ctx, request, async (noted) => {
      const items = Array.isArray(request.body)
        ? await fitting(resource, request.body as Values[], ctx)
        : request.body;
      const rows = await updateMany(resource, items, 'patch', noted);
      return { body: await presentRows(resource, rows, readableFields(resource, 'retrieve', {}, ctx), ctx) };
    });

const kinds = [asset, host, device, database, cloud, web, gpt, custom, gateway];

/** Bulk changes of assets go through `fitting` first. */
export const replacedByAssets = addressesOf(kinds.map(collectionOf), 'patchMany');

/** Registers the calls that assets of every category have besides their rows. */
export const addAssetRoutes = (
  ports: HttpPorts,
  covers: Omit<Actions<typeof assetActions>, keyof typeof ownActions>,
): void => {
  implement(ports, assetActions, { ...ownActions, ...covers });
  for (const kind of kinds) {
    const resource: Resource = ports.engine.resource(kind);
    serveVerb(ports, resource, 'patchMany', patchingMany(resource));
  }
  // The category of a new asset follows from the address of the request; this address has none.
  bind(ports, refuseGenericAsset, async ({ ctx }) => {
    throw new AppError(
      'error',
      {},
      { messageKey: 'asset_generic_create', extra: { error: ctx.t('errors.asset_generic_create') } },
    );
  });
};
