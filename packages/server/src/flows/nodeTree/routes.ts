import { randomUUID } from 'node:crypto';
import { nodeActions } from '@gatehouse/contract/actions/assets.ts';
import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import { recountAssets } from '@gatehouse/contract/calls/assets.ts';
import { ValidationError } from '@gatehouse/contract/errors.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { node } from '@gatehouse/contract/resources/assets/node.ts';
import { type Actions, implement } from '../../engine/actions/implement.ts';
import { bind, type CallHandler } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { existing } from '../../engine/fields/related.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { listRows, presentOne } from '../../engine/operations/read.ts';
import type { Row } from '../../engine/resource.ts';
import { pageOf } from '../../engine/routes/resourceRoutes.ts';
import { recountTree, settle } from '../../engine/tree/amounts.ts';
import { ownTree } from '../../engine/tree/locks.ts';
import { moveNodes } from '../../engine/tree/move.ts';
import { nodeStore } from '../../resources/assets/node/nodeStore.ts';
import { type LinkVerb, linkAssets } from './assetLinks.ts';
import { createChild } from './createChild.ts';
import { listChildren } from './listChildren.ts';
import { namedNode, rootsOf } from './targetNode.ts';
import { treeNodes } from './treeNodes.ts';

type Own = Actions<typeof nodeActions>;
type Child = BodyOf<typeof nodeActions.shapes.createChild>;

const childrenOf: Own['childrenOf'] = async ({ ctx, query, request }) =>
  pageOf(await listChildren(queryOf(request), await namedNode(query, ctx), ctx), request);

const children: Own['children'] = async ({ ctx, row, request }) =>
  pageOf(await listChildren(queryOf(request), await row(), ctx), request);

const tree: Own['tree'] = async ({ ctx, query }) => treeNodes(query, await namedNode(query, ctx), ctx);

const createBelow = async (
  named: Row<typeof node> | undefined,
  child: () => Promise<Child>,
  ctx: Context,
): Promise<Row<typeof node>> => {
  const parent = named ?? (ctx.org.isRoot ? undefined : (await rootsOf(ctx))[0]);
  if (!parent) throw new ValidationError({ org_id: [{ key: 'root_org_is_read_only' }] });
  return createChild(parent, await child(), ctx);
};

const refuseUnknown = async (ids: string[], ctx: Context): Promise<void> => {
  const known = await existing(ids, nodeStore.resource, ctx);
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined)
    throw new ValidationError({ nodes: [{ key: 'does_not_exist', params: { pk: missing.slice(0, 64) } }] });
};

const moveChildren: Own['moveChildren'] = async ({ ctx, row, body }) => {
  const target = await row();
  await ownTree(nodeStore, target.org_id, ctx);
  const { nodes } = await body();
  await refuseUnknown(nodes, ctx);
  await moveNodes(nodeStore, target.id, nodes, ctx);
  return 'OK';
};

const assets: Own['assets'] = async ({ ctx, row, query: { all = '' }, request }) => {
  const { id } = await row();
  const query = new URLSearchParams(queryOf(request));
  query.set('node_id', id);
  query.set('show_current_asset', ['1', 'true', 'all'].includes(all) ? '0' : '1');
  return pageOf(await listRows(ctx.engine.resource(asset), query, ctx), request);
};

const linking =
  (verb: LinkVerb): Own['addAssets'] =>
  async ({ ctx, row, body, ports }) => {
    const linked = await linkAssets(verb, await row(), (await body()).assets, ctx);
    ctx.afterCommit(() => settle(nodeStore, ports));
    return linked;
  };

/** Counts are exact by construction; as a check, this call recounts them all and corrects any that differ. */
const recount: CallHandler<typeof recountAssets> = async ({ ctx }) => {
  let corrected = 0;
  for (const { org_id } of await rootsOf(ctx)) {
    await ownTree(nodeStore, org_id, ctx);
    corrected += await recountTree(nodeStore, org_id, ctx);
  }
  return { task: randomUUID(), corrected };
};

/**
 * Registers everything beyond plain node rows: listing and creating children, trees, moves, the assets on a
 * node, and recounting.
 */
export const addNodeTreeRoutes = (ports: HttpPorts, others: Pick<Own, 'categoryTree' | 'tasks'>): void => {
  implement(ports, nodeActions, {
    ...others,
    childrenOf,
    children,
    tree,
    createChild: async ({ ctx, resource, row, body }) =>
      presentOne(resource, await createBelow(await row(), body, ctx), ctx),
    createChildOf: async ({ ctx, resource, query, body }) =>
      presentOne(resource, await createBelow(await namedNode(query, ctx), body, ctx), ctx),
    moveChildren,
    assets,
    addAssets: linking('add'),
    removeAssets: linking('remove'),
    moveAssets: linking('replace'),
  });
  bind(ports, recountAssets, recount);
};
