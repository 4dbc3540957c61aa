import { randomUUID } from 'node:crypto';
import { ValidationError } from '@gatehouse/contract/errors.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { existing, idOf } from '../../engine/fields/related.ts';
import { addRoute, type HttpPorts, queryOf, type Route, rowId } from '../../engine/http.ts';
import { listRows, presentOne } from '../../engine/operations/read.ts';
import type { Values } from '../../engine/resource.ts';
import { pageOf } from '../../engine/routes/resourceRoutes.ts';
import { recountTree, settle } from '../../engine/tree/amounts.ts';
import { ownTree } from '../../engine/tree/locks.ts';
import { moveNodes } from '../../engine/tree/move.ts';
import type { Database } from '../../platform/database.ts';
import { nodeStore } from '../../resources/assets/node/nodeStore.ts';
import { type LinkVerb, linkAssets } from './assetLinks.ts';
import { createChild } from './createChild.ts';
import { listChildren } from './listChildren.ts';
import { namedNode, nodeById, rootsOf } from './targetNode.ts';
import { treeNodes } from './treeNodes.ts';

const base = '/api/v1/assets/nodes/';

const nodeOf = (request: FastifyRequest, ctx: Context) => nodeById(rowId(request), ctx);

const childRoutes: Route[] = [
  {
    method: 'GET',
    url: `${base}children/`,
    need: 'assets.view_node',
    shows: { rows: nodeStore.resource },
    handle: async (ctx, request) => {
      const query = queryOf(request);
      return { body: pageOf(await listChildren(query, await namedNode(query, ctx), ctx), request) };
    },
  },
  {
    method: 'GET',
    url: `${base}:id/children/`,
    need: 'assets.view_node',
    shows: { rows: nodeStore.resource },
    handle: async (ctx, request) => ({
      body: pageOf(await listChildren(queryOf(request), await nodeOf(request, ctx), ctx), request),
    }),
  },
  {
    method: 'GET',
    url: `${base}children/tree/`,
    need: 'assets.view_node',
    handle: async (ctx, request) => {
      const query = queryOf(request);
      return { body: await treeNodes(query, await namedNode(query, ctx), ctx) };
    },
  },
  ...[`${base}children/`, `${base}:id/children/`].map(
    (url): Route => ({
      method: 'POST',
      url,
      need: 'assets.add_node',
      handle: async (ctx, request) => {
        const isNamed = (request.params as { id?: string }).id !== undefined;
        const named = isNamed ? await nodeOf(request, ctx) : await namedNode(queryOf(request), ctx);
        const parent = named ?? (ctx.org.isRoot ? undefined : (await rootsOf(ctx))[0]);
        if (!parent) throw new ValidationError({ org_id: [{ key: 'root_org_is_read_only' }] });
        const node = await createChild(parent, request.body, ctx);
        return {
          status: 201,
          body: await presentOne(ctx.engine.resource(nodeStore.resource), node, ctx),
        };
      },
    }),
  ),
];

const movedIds = async (body: unknown, ctx: Context): Promise<string[]> => {
  const given = (body as Values | null)?.nodes;
  if (!Array.isArray(given)) throw new ValidationError({ nodes: [{ key: 'not_a_list' }] });
  const ids = given.map((one) => idOf(one) ?? '');
  const known = await existing(ids, nodeStore.resource, ctx);
  const missing = ids.find((one) => !known.has(one));
  if (missing !== undefined)
    throw new ValidationError({ nodes: [{ key: 'does_not_exist', params: { pk: missing.slice(0, 64) } }] });
  return ids;
};

const moveRoutes = (['PUT', 'PATCH'] as const).map(
  (method): Route => ({
    method,
    url: `${base}:id/children/add/`,
    need: 'assets.change_node',
    handle: async (ctx, request) => {
      const target = await nodeOf(request, ctx);
      await ownTree(nodeStore, target.org_id, ctx);
      await moveNodes(nodeStore, target.id, await movedIds(request.body, ctx), ctx);
      return { body: JSON.stringify('OK'), headers: { 'content-type': 'application/json; charset=utf-8' } };
    },
  }),
);

const assetRoutes = (db: Database): Route[] => [
  {
    method: 'GET',
    url: `${base}:id/assets/`,
    need: 'assets.view_asset',
    shows: { rows: 'assets.asset' },
    handle: async (ctx, request) => {
      const node = await nodeOf(request, ctx);
      const query = new URLSearchParams(queryOf(request));
      const isWhole = ['1', 'true', 'all'].includes(query.get('all') ?? '');
      query.set('node_id', node.id);
      query.set('show_current_asset', isWhole ? '0' : '1');
      return { body: pageOf(await listRows(ctx.engine.resource(asset), query, ctx), request) };
    },
  },
  ...(['add', 'remove', 'replace'] as LinkVerb[]).map(
    (verb): Route => ({
      method: 'PUT',
      url: `${base}:id/assets/${verb}/`,
      need: 'assets.change_assetnodes',
      handle: async (ctx, request) => {
        const body = await linkAssets(verb, await nodeOf(request, ctx), request.body, ctx);
        ctx.afterCommit(() => settle(nodeStore, { db }));
        return { body };
      },
    }),
  ),
];

/** Counts are exact by construction; this one counts everything anew, for whoever wants to be sure. */
const checkRoute: Route = {
  method: 'POST',
  url: `${base}check_assets_amount_task/`,
  need: 'assets.change_node',
  handle: async (ctx) => {
    let corrected = 0;
    for (const { org_id } of await rootsOf(ctx)) {
      await ownTree(nodeStore, org_id, ctx);
      corrected += await recountTree(nodeStore, org_id, ctx);
    }
    return { body: { task: randomUUID(), corrected } };
  },
};

/** Everything beyond plain node rows: children, tree, moves, and the assets on a node. */
export const addNodeTreeRoutes = (ports: HttpPorts): void => {
  for (const route of [...childRoutes, ...moveRoutes, ...assetRoutes(ports.db), checkRoute])
    addRoute(ports, route);
};
