import * as perms from '@gatehouse/contract/calls/perms.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { isUuid } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import type { Asked } from './asked.ts';
import { grantedAsset } from './assetDetail.ts';
import { categoryTree } from './categoryTree.ts';
import { listGranted } from './grantedAssets.ts';
import { loadGrants } from './grants.ts';
import {
  assetsBelow,
  childrenOf,
  everyNode,
  type GrantedNode,
  isShown,
  searchNodes,
  type Tree,
  topNodes,
  treeOf,
} from './nodeTree.ts';
import { isSpecial, specialAssets, specialNodes } from './specialNodes.ts';
import { groupOf, type Subject, userOf } from './subject.ts';
import { nodeItem } from './treeItems.ts';
import { allWithAssets, assetTree, childrenWithAssets } from './trees.ts';

const keyOfNode = async (given: string, ctx: Context): Promise<string> => {
  if (isSpecial(given) || !isUuid(given)) return given;
  const [found] = await ctx.db.rows<{ key: string }>(sql`select key from ${allNodes} n where id = ${given}`);
  if (!found) throw new AppError('object_does_not_exist');
  return found.key;
};

const wireNode = ({ id, key, value, org_id, amount }: GrantedNode) => ({
  ...{ id, name: value, key, value, org_id },
  assets_amount: amount,
});

const tree = ({ grants, ungrouped, ctx }: Asked): Promise<Tree> => treeOf(grants, ungrouped, ctx);

const listAssets = async (asked: Asked, node: string | undefined): Promise<unknown> => {
  const { subject, grants, request, ctx } = asked;
  if (!node) return listGranted(request, grants, ctx);
  const key = await keyOfNode(node, ctx);
  if (isSpecial(key)) {
    const where = specialAssets(key, subject, grants);
    return listGranted(request, grants, ctx, where);
  }
  const shown = await tree(asked);
  if (!isShown(key, shown)) throw new AppError('object_does_not_exist');
  return listGranted(request, grants, ctx, sql`t.id in (${assetsBelow(key, shown)})`);
};

const topLevel = async (asked: Asked, shown: Tree): Promise<GrantedNode[]> => {
  const { subject, grants, ungrouped, ctx } = asked;
  return [...(await specialNodes(subject, grants, ungrouped, ctx)), ...(await topNodes(shown, ctx))];
};

const nodesAsked = async (asked: Asked): Promise<GrantedNode[]> => {
  const { query, ctx } = asked;
  const shown = await tree(asked);
  const search = query.get('search');
  if (search) return searchNodes(search, shown, ctx);
  const key = await keyOfNode(query.get('key') || query.get('id') || '', ctx);
  if (isSpecial(key)) return [];
  return key ? childrenOf(key, shown, ctx) : topLevel(asked, shown);
};

const wholeTree = async (asked: Asked): Promise<GrantedNode[]> => {
  const { subject, grants, ungrouped, query, ctx } = asked;
  const shown = await tree(asked);
  const search = query.get('search');
  if (search) return searchNodes(search, shown, ctx);
  return [...(await specialNodes(subject, grants, ungrouped, ctx)), ...(await everyNode(shown, ctx))];
};

const nodeItems = (nodes: readonly GrantedNode[]) => nodes.map((node) => nodeItem(node, true));

type Request<Params> = { params: Params; request: FastifyRequest; ctx: Context };

/** Determines the subject before anything else is done. */
const about =
  <Params>(subjectOf: (params: Params, ctx: Context) => Promise<Subject>, settings: Settings) =>
  <T>(answer: (asked: Asked) => Promise<T>) =>
  async ({ params, request, ctx }: Request<Params>): Promise<T> => {
    const subject = await subjectOf(params, ctx);
    const grants = await loadGrants(subject, ctx);
    const ungrouped = settings.get('PERM_SINGLE_ASSET_TO_UNGROUP_NODE');
    return answer({ subject, grants, query: queryOf(request), request, ctx, ungrouped });
  };

const assetsAsked = (asked: Asked) => listAssets(asked, asked.query.get('node_id') || undefined);
const nodesOf = async (asked: Asked) => (await wholeTree(asked)).map(wireNode);
const nodesBelow = async (asked: Asked) => (await nodesAsked(asked)).map(wireNode);
const nodeTreeBelow = async (asked: Asked) => nodeItems(await nodesAsked(asked));

const addTreesOfUsers = (ports: HttpPorts, settings: Settings): void => {
  const user = about(userOf, settings);
  bind(ports, perms.getNodeTreeOfUserBelow, user(nodeTreeBelow));
  bind(
    ports,
    perms.getNodeTreeOfUser,
    user(async (asked) => nodeItems(await wholeTree(asked))),
  );
  bind(
    ports,
    perms.getAssetTreeOfUser,
    user((asked) => assetTree(asked)),
  );
  bind(
    ports,
    perms.getUngroupedTreeOfUser,
    user((asked) => assetTree(asked, 'ungrouped')),
  );
  bind(
    ports,
    perms.getTreeOfUserBelow,
    user(async (asked) => childrenWithAssets(asked, await tree(asked), await nodesAsked(asked))),
  );
  bind(
    ports,
    perms.getCategoryTreeOfUser,
    user(({ grants, query, ctx }) => categoryTree(grants, query, ctx)),
  );
  bind(
    ports,
    perms.getWholeTreeOfUser,
    user(async (asked) => allWithAssets(asked, await tree(asked), () => wholeTree(asked))),
  );
};

/** Registers what users and user groups are granted (reference 04 §14, 03 §9). */
export const addPermittedRoutes = (ports: HttpPorts, settings: Settings): void => {
  const user = about(userOf, settings);
  bind(ports, perms.listAssetsOfUser, user(assetsAsked));
  bind(ports, perms.listAssetsOfUserAtNode, (input) =>
    user((asked) => listAssets(asked, input.params.node))(input),
  );
  bind(ports, perms.listNodesOfUser, user(nodesOf));
  bind(ports, perms.listNodesOfUserBelow, user(nodesBelow));
  addTreesOfUsers(ports, settings);
  bind(ports, perms.getAssetOfUser, async ({ ctx, params }) =>
    grantedAsset(await userOf(params, ctx), params.asset, ctx, settings),
  );
  const group = about(groupOf, settings);
  bind(ports, perms.listAssetsOfGroup, group(assetsAsked));
  bind(ports, perms.listAssetsOfGroupAtNode, (input) =>
    group((asked) => listAssets(asked, input.params.node))(input),
  );
  bind(ports, perms.listNodesOfGroup, group(nodesOf));
  bind(ports, perms.listNodesOfGroupBelow, group(nodesBelow));
  bind(ports, perms.getNodeTreeOfGroupBelow, group(nodeTreeBelow));
};
