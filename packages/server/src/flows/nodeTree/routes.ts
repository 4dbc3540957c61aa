import { randomUUID } from 'node:crypto';
import { recountAssets } from '@gatehouse/contract/calls/assets.ts';
import { ValidationError } from '@gatehouse/contract/errors.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { node } from '@gatehouse/contract/resources/assets/node.ts';
import { type ActionInput, type Actions, implement } from '../../engine/actions/implement.ts';
import { bind, type CallHandler } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { existing, idOf } from '../../engine/fields/related.ts';
import { type Answer, type HttpPorts, queryOf } from '../../engine/http.ts';
import { listRows, presentOne } from '../../engine/operations/read.ts';
import type { Row, Values } from '../../engine/resource.ts';
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

type Input = ActionInput<typeof node>;

const childrenOf = async ({ ctx, request }: Input) => {
  const query = queryOf(request);
  return { body: pageOf(await listChildren(query, await namedNode(query, ctx), ctx), request) };
};

const children = async ({ ctx, row, request }: Input) => ({
  body: pageOf(await listChildren(queryOf(request), await row(), ctx), request),
});

const tree = async ({ ctx, request }: Input) => {
  const query = queryOf(request);
  return { body: await treeNodes(query, await namedNode(query, ctx), ctx) };
};

const createBelow = async (named: Row<typeof node> | undefined, { ctx, resource, request }: Input) => {
  const parent = named ?? (ctx.org.isRoot ? undefined : (await rootsOf(ctx))[0]);
  if (!parent) throw new ValidationError({ org_id: [{ key: 'root_org_is_read_only' }] });
  const made = await createChild(parent, request.body, ctx);
  return { status: 201, body: await presentOne(resource, made, ctx) };
};

const movedIds = async (body: unknown, ctx: Context): Promise<string[]> => {
  const nodes = (body as Values | null)?.nodes;
  if (!Array.isArray(nodes)) throw new ValidationError({ nodes: [{ key: 'not_a_list' }] });
  const ids = nodes.map((value) => idOf(value) ?? '');
  const known = await existing(ids, nodeStore.resource, ctx);
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined)
    throw new ValidationError({ nodes: [{ key: 'does_not_exist', params: { pk: missing.slice(0, 64) } }] });
  return ids;
};

const move = async (target: Row<typeof node>, body: unknown, ctx: Context): Promise<Answer> => {
  await ownTree(nodeStore, target.org_id, ctx);
  await moveNodes(nodeStore, target.id, await movedIds(body, ctx), ctx);
  return { body: 'OK' };
};

const assets = async ({ ctx, row, request }: Input) => {
  const { id } = await row();
  const query = new URLSearchParams(queryOf(request));
  const isWhole = ['1', 'true', 'all'].includes(query.get('all') ?? '');
  query.set('node_id', id);
  query.set('show_current_asset', isWhole ? '0' : '1');
  return { body: pageOf(await listRows(ctx.engine.resource(asset), query, ctx), request) };
};

const linking =
  (verb: LinkVerb) =>
  async ({ ctx, row, request, ports }: Input) => {
    const body = await linkAssets(verb, await row(), request.body, ctx);
    ctx.afterCommit(() => settle(nodeStore, ports));
    return { body };
  };

/** Counts are exact by construction; this one counts everything again, for those who want to be sure. */
const recount: CallHandler<typeof recountAssets> = async ({ ctx }) => {
  let corrected = 0;
  for (const { org_id } of await rootsOf(ctx)) {
    await ownTree(nodeStore, org_id, ctx);
    corrected += await recountTree(nodeStore, org_id, ctx);
  }
  return { task: randomUUID(), corrected };
};

/** Everything beyond plain node rows: children, trees, moves, and the assets on a node. */
export const addNodeTreeRoutes = (
  ports: HttpPorts,
  typeTree: Pick<Actions<typeof node>, 'categoryTree'>,
): void => {
  implement(ports, node, {
    ...typeTree,
    childrenOf,
    children,
    tree,
    createChild: async (input) => createBelow(await input.row(), input),
    createChildOf: async (input) => createBelow(await namedNode(queryOf(input.request), input.ctx), input),
    moveChildren: async ({ ctx, row, request }) => move(await row(), request.body, ctx),
    assets,
    addAssets: linking('add'),
    removeAssets: linking('remove'),
    moveAssets: linking('replace'),
  });
  bind(ports, recountAssets, recount);
};
