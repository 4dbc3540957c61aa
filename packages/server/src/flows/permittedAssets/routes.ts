import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { type Answer, addRoute, type HttpPorts, queryOf, type Shown } from '../../engine/http.ts';
import { columnsOf } from '../../engine/routes/describeRoutes.ts';
import { isUuid } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { grantedAsset } from './assetDetail.ts';
import { categoryTree } from './categoryTree.ts';
import { grantedFields, listGranted } from './grantedAssets.ts';
import { type Grants, loadGrants } from './grants.ts';
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
import { groupOf, needOfGroups, needOfUsers, type Subject, userOf } from './subject.ts';
import { nodeItem } from './treeItems.ts';
import { allWithAssets, assetTree, childrenWithAssets } from './trees.ts';

/** A request about the grants of somebody, with what every answer starts from. */
export type Asked = {
  subject: Subject;
  grants: Grants;
  query: URLSearchParams;
  request: FastifyRequest;
  ctx: Context;
  /** Single assets are kept apart from the tree. */
  ungrouped: boolean;
};

type Door = {
  base: string;
  need: string;
  subjectOf(request: FastifyRequest, ctx: Context): Promise<Subject>;
};

const users: Door = { base: '/api/v1/perms/users/:user', need: needOfUsers, subjectOf: userOf };
const groups: Door = { base: '/api/v1/perms/user-groups/:group', need: needOfGroups, subjectOf: groupOf };

const keyOfNode = async (given: string, ctx: Context): Promise<string> => {
  if (isSpecial(given) || !isUuid(given)) return given;
  const [found] = await ctx.db.rows<{ key: string }>(sql`select key from assets_node where id = ${given}`);
  if (!found) throw new AppError('object_does_not_exist');
  return found.key;
};

const wireNode = ({ id, key, value, org_id, amount }: GrantedNode) => ({
  ...{ id, name: value, key, value, org_id },
  assets_amount: amount,
});

const tree = ({ grants, ungrouped, ctx }: Asked): Promise<Tree> => treeOf(grants, ungrouped, ctx);

const listAssets = async (asked: Asked, node: string | undefined): Promise<Answer> => {
  const { subject, grants, request, ctx } = asked;
  if (!node) return { body: await listGranted(request, grants, ctx) };
  const key = await keyOfNode(node, ctx);
  if (isSpecial(key)) {
    const where = specialAssets(key, subject, grants);
    return { body: await listGranted(request, grants, ctx, where) };
  }
  const shown = await tree(asked);
  if (!isShown(key, shown)) throw new AppError('object_does_not_exist');
  return { body: await listGranted(request, grants, ctx, sql`t.id in (${assetsBelow(key, shown)})`) };
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

type Serve = (asked: Asked) => Promise<Answer>;

const param = (request: FastifyRequest, name: string): string =>
  String((request.params as Record<string, string>)[name] ?? '');

const assetPaths: Record<string, Serve> = {
  'assets/': (asked) => listAssets(asked, asked.query.get('node_id') || undefined),
  'nodes/:node/assets/': (asked) => listAssets(asked, param(asked.request, 'node')),
};

const nodePaths: Record<string, Serve> = {
  'nodes/': async (asked) => ({ body: (await wholeTree(asked)).map(wireNode) }),
  'nodes/children/': async (asked) => ({ body: (await nodesAsked(asked)).map(wireNode) }),
  'nodes/children/tree/': async (asked) => ({
    body: (await nodesAsked(asked)).map((node) => nodeItem(node, true)),
  }),
};

const treePaths: Record<string, Serve> = {
  'nodes/tree/': async (asked) => ({
    body: (await wholeTree(asked)).map((node) => nodeItem(node, true)),
  }),
  'assets/tree/': (asked) => assetTree(asked, undefined),
  'ungroup/assets/tree/': (asked) => assetTree(asked, 'ungrouped'),
  'nodes/children-with-assets/tree/': async (asked) =>
    childrenWithAssets(asked, await tree(asked), await nodesAsked(asked)),
  'nodes/children-with-assets/category/tree/': async ({ grants, query, ctx }) => ({
    body: await categoryTree(grants, query, ctx),
  }),
  'nodes/all-with-assets/tree/': async (asked) =>
    allWithAssets(asked, await tree(asked), () => wholeTree(asked)),
};

const shownAssets: Shown = { rows: 'assets.asset', fields: grantedFields };
const shownNodes = columnsOf({
  id: 'string',
  name: 'string',
  key: 'string',
  value: 'string',
  org_id: 'string',
  assets_amount: 'integer',
});
/** Trees have items, no rows. */
const shownAt = (path: string): Shown | undefined => {
  if (path in assetPaths) return shownAssets;
  return path.endsWith('tree/') ? undefined : shownNodes;
};

const addDoor = (ports: HttpPorts, settings: Settings, door: Door, paths: Record<string, Serve>) => {
  for (const [path, serve] of Object.entries(paths))
    addRoute(ports, {
      method: 'GET',
      url: `${door.base}/${path}`,
      need: door.need,
      shows: shownAt(path),
      handle: async (ctx, request) => {
        const subject = await door.subjectOf(request, ctx);
        const grants = await loadGrants(subject, ctx);
        const ungrouped = settings.get('PERM_SINGLE_ASSET_TO_UNGROUP_NODE');
        return serve({ subject, grants, query: queryOf(request), request, ctx, ungrouped });
      },
    });
};

/** Registers what users and user groups are granted (reference 04 §14, 03 §9). */
export const addPermittedRoutes = (ports: HttpPorts, settings: Settings): void => {
  addDoor(ports, settings, users, { ...assetPaths, ...nodePaths, ...treePaths });
  addDoor(ports, settings, groups, { ...assetPaths, ...nodePaths });
  addRoute(ports, {
    method: 'GET',
    url: `${users.base}/assets/:asset/`,
    need: users.need,
    handle: async (ctx, request) => ({
      body: await grantedAsset(await users.subjectOf(request, ctx), param(request, 'asset'), ctx, settings),
    }),
  });
};
