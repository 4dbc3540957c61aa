import {
  listRequestableAssets,
  listRequestableNodes,
  suggestRequestableAssets,
  suggestRequestableNodes,
} from '@gatehouse/contract/calls/tickets.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { node } from '@gatehouse/contract/resources/assets/node.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { type ListOptions, listRows } from '../../engine/operations/read.ts';
import { pageOf, suggest } from '../../engine/routes/resourceRoutes.ts';
import type { Settings } from '../../platform/settings.ts';
import { type RequestableKind, requestable } from './requestable.ts';

/** Registers the lists of what users can request access to (reference 06 §C.7). */
export const addPickers = (ports: HttpPorts, settings: Settings): void => {
  const choice = async (
    kind: RequestableKind,
    fields: readonly string[],
    ctx: Context,
  ): Promise<ListOptions> => {
    const where = await requestable(kind, ctx.actor.id, settings, ctx);
    return { allowed: true, fields, sought: true, ...(where && { where }) };
  };
  const assets = ports.engine.resource(asset);
  const nodes = ports.engine.resource(node);
  const requestableAssets = (ctx: Context) => choice('assets.asset', listRequestableAssets.shows.fields, ctx);
  const requestableNodes = (ctx: Context) => choice('assets.node', listRequestableNodes.shows.fields, ctx);
  bind(ports, listRequestableAssets, async ({ ctx, request }) =>
    pageOf(await listRows(assets, queryOf(request), ctx, await requestableAssets(ctx)), request),
  );
  bind(ports, listRequestableNodes, async ({ ctx, request }) =>
    pageOf(await listRows(nodes, queryOf(request), ctx, await requestableNodes(ctx)), request),
  );
  bind(ports, suggestRequestableAssets, async ({ ctx, request }) =>
    suggest(assets, request, ctx, { more: await requestableAssets(ctx) }),
  );
  bind(ports, suggestRequestableNodes, async ({ ctx, request }) =>
    suggest(nodes, request, ctx, { more: await requestableNodes(ctx) }),
  );
};
