import * as perms from '@gatehouse/contract/calls/perms.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { plainPage } from '../../engine/routes/plainPage.ts';
import { isUuid } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { grantedAsset } from './assetDetail.ts';
import type { AssetLookup } from './assetLookup.ts';
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

const keyOfNode = async (idOrKey: string, ctx: Context): Promise<string> => {
  if (isSpecial(idOrKey) || !isUuid(idOrKey)) return idOrKey;
  const [found] = await ctx.db.rows<{ key: string }>(
    sql`select key from ${allNodes} n where id = ${idOrKey}`,
  );
  if (!found) throw new AppError('object_does_not_exist');
  return found.key;
};

const wireNode = ({ id, key, value, org_id, amount }: GrantedNode) => ({
  ...{ id, name: value, key, value, org_id },
  assets_amount: amount,
});

const tree = ({ grants, ungrouped, ctx }: AssetLookup): Promise<Tree> => treeOf(grants, ungrouped, ctx);

const listAssets = async (lookup: AssetLookup, node: string | undefined): Promise<unknown> => {
  const { subject, grants, request, ctx } = lookup;
  if (!node) return listGranted(request, grants, ctx);
  const key = await keyOfNode(node, ctx);
  if (isSpecial(key)) {
    const where = specialAssets(key, subject, grants);
    return listGranted(request, grants, ctx, where);
  }
  const shown = await tree(lookup);
  if (!isShown(key, shown)) throw new AppError('object_does_not_exist');
  return listGranted(request, grants, ctx, sql`t.id in (${assetsBelow(key, shown)})`);
};

const topLevel = async (lookup: AssetLookup, shown: Tree): Promise<GrantedNode[]> => {
  const { subject, grants, ungrouped, ctx } = lookup;
  return [...(await specialNodes(subject, grants, ungrouped, ctx)), ...(await topNodes(shown, ctx))];
};

const findNodes = async (lookup: AssetLookup): Promise<GrantedNode[]> => {
  const { query, ctx } = lookup;
  const shown = await tree(lookup);
  const search = query.get('search');
  if (search) return searchNodes(search, shown, ctx);
  const key = await keyOfNode(query.get('key') || query.get('id') || '', ctx);
  if (isSpecial(key)) return [];
  return key ? childrenOf(key, shown, ctx) : topLevel(lookup, shown);
};

const wholeTree = async (lookup: AssetLookup): Promise<GrantedNode[]> => {
  const { subject, grants, ungrouped, query, ctx } = lookup;
  const shown = await tree(lookup);
  const search = query.get('search');
  if (search) return searchNodes(search, shown, ctx);
  return [...(await specialNodes(subject, grants, ungrouped, ctx)), ...(await everyNode(shown, ctx))];
};

const nodeItems = (nodes: readonly GrantedNode[]) => nodes.map((node) => nodeItem(node, true));

type Request<Params> = { params: Params; request: FastifyRequest; ctx: Context };

/** Determines the subject and what is granted to it before a request is answered. */
const about =
  <Params>(subjectOf: (params: Params, ctx: Context) => Promise<Subject>, settings: Settings) =>
  <T>(answer: (lookup: AssetLookup) => Promise<T>) =>
  async ({ params, request, ctx }: Request<Params>): Promise<T> => {
    const subject = await subjectOf(params, ctx);
    const grants = await loadGrants(subject, ctx);
    const ungrouped = settings.get('PERM_SINGLE_ASSET_TO_UNGROUP_NODE');
    return answer({ subject, grants, query: queryOf(request), request, ctx, ungrouped });
  };

const assetsInNode = (lookup: AssetLookup) => listAssets(lookup, lookup.query.get('node_id') || undefined);
const pageOfNodes = (nodes: GrantedNode[], { request, ctx }: AssetLookup) =>
  plainPage(nodes.map(wireNode), request, ctx);
const nodesOf = async (lookup: AssetLookup) => pageOfNodes(await wholeTree(lookup), lookup);
const nodesBelow = async (lookup: AssetLookup) => pageOfNodes(await findNodes(lookup), lookup);
const nodeTreeBelow = async (lookup: AssetLookup) => nodeItems(await findNodes(lookup));

const addTreesOfUsers = (ports: HttpPorts, settings: Settings): void => {
  const user = about(userOf, settings);
  bind(ports, perms.getNodeTreeOfUserBelow, user(nodeTreeBelow));
  bind(
    ports,
    perms.getNodeTreeOfUser,
    user(async (lookup) => nodeItems(await wholeTree(lookup))),
  );
  bind(
    ports,
    perms.getAssetTreeOfUser,
    user((lookup) => assetTree(lookup)),
  );
  bind(
    ports,
    perms.getUngroupedTreeOfUser,
    user((lookup) => assetTree(lookup, 'ungrouped')),
  );
  bind(
    ports,
    perms.getTreeOfUserBelow,
    user(async (lookup) => childrenWithAssets(lookup, await tree(lookup), await findNodes(lookup))),
  );
  bind(
    ports,
    perms.getCategoryTreeOfUser,
    user(({ grants, query, ctx }) => categoryTree(grants, query, ctx)),
  );
  bind(
    ports,
    perms.getWholeTreeOfUser,
    user(async (lookup) => allWithAssets(lookup, await tree(lookup), () => wholeTree(lookup))),
  );
};

const refuse = (): Promise<never> => Promise.reject(new AppError('permission_denied'));

/** Registers what users and user groups are granted (reference 04 §14, 03 §9). */
export const addPermittedRoutes = (ports: HttpPorts, settings: Settings): void => {
  const user = about(userOf, settings);
  bind(ports, perms.listAssetsOfUser, user(assetsInNode));
  bind(ports, perms.refuseAssetOfUser, refuse);
  bind(ports, perms.refuseChangeOfAssetOfUser, refuse);
  bind(ports, perms.listAssetsOfUserAtNode, (input) =>
    user((lookup) => listAssets(lookup, input.params.node))(input),
  );
  bind(ports, perms.listNodesOfUser, user(nodesOf));
  bind(ports, perms.listNodesOfUserBelow, user(nodesBelow));
  addTreesOfUsers(ports, settings);
  bind(ports, perms.getAssetOfUser, async ({ ctx, params }) =>
    grantedAsset(await userOf(params, ctx), params.asset, ctx, settings),
  );
  const group = about(groupOf, settings);
  bind(ports, perms.listAssetsOfGroup, group(assetsInNode));
  bind(ports, perms.listAssetsOfGroupAtNode, (input) =>
    group((lookup) => listAssets(lookup, input.params.node))(input),
  );
  bind(ports, perms.listNodesOfGroup, group(nodesOf));
  bind(ports, perms.listNodesOfGroupBelow, group(nodesBelow));
  bind(ports, perms.getNodeTreeOfGroupBelow, group(nodeTreeBelow));
};
