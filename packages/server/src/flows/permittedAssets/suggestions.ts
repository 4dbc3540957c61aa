import { grantedFields } from '@gatehouse/contract/perms/grantedFields.ts';
import { collectionOf } from '@gatehouse/contract/resource/defineResource.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { cloud } from '@gatehouse/contract/resources/assets/cloud.ts';
import { custom } from '@gatehouse/contract/resources/assets/custom.ts';
import { database } from '@gatehouse/contract/resources/assets/database.ts';
import { device } from '@gatehouse/contract/resources/assets/device.ts';
import { gateway } from '@gatehouse/contract/resources/assets/gateway.ts';
import { gpt } from '@gatehouse/contract/resources/assets/gpt.ts';
import { host } from '@gatehouse/contract/resources/assets/host.ts';
import { node } from '@gatehouse/contract/resources/assets/node.ts';
import { web } from '@gatehouse/contract/resources/assets/web.ts';
import { requestableNodeFields } from '@gatehouse/contract/tickets/requestableFields.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { ListOptions } from '../../engine/operations/read.ts';
import { can } from '../../engine/permission.ts';
import { permissionOf } from '../../engine/resource.ts';
import { serveSuggestions, suggest } from '../../engine/routes/resourceRoutes.ts';
import { assetsGranted, loadGrants, nodesGranted } from './grants.ts';

const assets = [asset, cloud, custom, database, device, gateway, gpt, host, web];

/** Served here instead of by the engine: every signed-in user may ask, but finds only what permissions grant. */
export const replacedBySuggestions = [...assets, node].map(
  (definition) => `GET ${collectionOf(definition)}suggestions/`,
);

const grantedTo = async (kind: 'asset' | 'node', ctx: Context): Promise<ListOptions> => {
  const { id, username } = ctx.actor;
  const grants = await loadGrants({ kind: 'user', id, username }, ctx);
  return kind === 'asset'
    ? { where: assetsGranted(grants), fields: grantedFields, sought: true }
    : { where: nodesGranted(grants), fields: requestableNodeFields, sought: true };
};

/**
 * Registers the suggestions of assets and nodes: all for those who may see all, otherwise those granted to the
 * caller (docs/decisions/0227).
 */
export const addSuggestions = (ports: HttpPorts): void => {
  for (const definition of [...assets, node]) {
    const resource = ports.engine.resource(definition);
    const kind = definition === node ? 'node' : 'asset';
    serveSuggestions(ports, resource, async (ctx, request) => {
      const seesAll = can(ctx.actor, permissionOf(resource, 'view'));
      return suggest(resource, request, ctx, seesAll ? {} : { more: await grantedTo(kind, ctx) });
    });
  }
};
