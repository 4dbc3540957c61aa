import { z } from 'zod';
import { anyReferences, choiceOf, manyReferences, reference, relatedRows, uuid } from '../call/bodyFields.ts';
import { defineActions } from '../call/defineActions.ts';
import { listOf, rowOf } from '../call/rowOf.ts';
import { treeNodes } from '../call/treeNodes.ts';
import { asset } from '../resources/assets/asset.ts';
import { gateway } from '../resources/assets/gateway.ts';
import { node } from '../resources/assets/node.ts';
import { platform } from '../resources/assets/platform.ts';
import { assetpermission } from '../resources/perms/assetpermission.ts';
import { user } from '../resources/users/user.ts';
import { usergroup } from '../resources/users/usergroup.ts';

export const assetActions = defineActions(asset, {
  platformOf: { summary: 'The platform of an asset', answer: rowOf(platform) },
  gatewaysOf: {
    summary: 'Gateways of the domain of an asset',
    isList: true,
    answer: listOf(rowOf(gateway)),
  },
  syncPlatformProtocols: {
    summary: 'Adds the protocols of a platform to its assets that lack them',
    body: z.object({ platform_id: reference.optional() }),
    errors: ['object_does_not_exist'],
  },
  tasksOfOne: {
    summary: 'Tests the connectivity of an asset, or reads its hardware, in the background',
    body: z.object({ action: choiceOf(['refresh', 'test']) }),
    answer: z.object({ asset: uuid, assets: z.array(uuid), task: uuid }),
    status: 201,
    errors: ['automation_off'],
  },
  tasks: {
    summary: 'The same for many assets',
    body: z.object({ action: choiceOf(['refresh', 'test']), assets: manyReferences }),
    answer: z.object({ assets: z.array(uuid), task: uuid }),
    status: 201,
  },
  permUsers: {
    summary: 'Users permitted on an asset',
    isList: true,
    answer: listOf(rowOf(user)),
  },
  permUserGroups: {
    summary: 'User groups permitted on an asset',
    isList: true,
    answer: listOf(rowOf(usergroup)),
  },
  permUserPermissions: {
    summary: 'Permissions of a user on an asset',
    isList: true,
    answer: listOf(rowOf(assetpermission)),
  },
  permUserGroupPermissions: {
    summary: 'Permissions of a user group on an asset',
    isList: true,
    answer: listOf(rowOf(assetpermission)),
  },
});

const named = z.object({
  id: z.string().optional().describe('Id of the node'),
  key: z.string().optional().describe('The same by key'),
});
const child = z.object({
  value: z.union([z.string(), z.number()], 'invalid_string').nullish(),
  id: z.union([z.literal(''), uuid], 'invalid_uuid').nullish(),
});
const linking = {
  body: z.object({ assets: relatedRows }),
  answer: z.object({ assets: z.array(z.string()), org_id: z.string(), org_name: z.string() }),
} as const;

export const nodeActions = defineActions(node, {
  children: { summary: 'Nodes right below a node', isList: true, answer: listOf(rowOf(node)) },
  childrenOf: {
    summary: 'Nodes right below the node of the query, or the roots',
    query: named.loose(),
    isList: true,
    answer: listOf(rowOf(node)),
  },
  createChild: {
    summary: 'Creates a child node; without a name it gets the next default name',
    body: child,
    status: 201,
    answer: rowOf(node),
  },
  createChildOf: {
    summary: 'Creates a node below the node of the query, or below the root',
    query: named,
    body: child,
    status: 201,
    answer: rowOf(node),
  },
  moveChildren: {
    summary: 'Moves nodes below a node',
    body: z.object({ nodes: z.array(reference, 'not_a_list') }),
    answer: z.literal('OK'),
  },
  tree: {
    summary: 'The asset tree: a level, all of it, or what a search finds',
    query: named.extend({
      assets: z.string().optional().describe('`1`: with assets'),
      all: z.string().optional().describe('`all`: every level'),
      search: z.string().optional(),
    }),
    answer: treeNodes,
  },
  categoryTree: {
    summary: 'The tree of categories, types and platforms',
    query: z.object({
      key: z.string().optional().describe('Key of the platform whose assets are requested'),
      assets: z.string().optional().describe('`1`: with assets'),
      count_resource: z.string().optional().describe('`account`: counts accounts'),
    }),
    answer: treeNodes,
  },
  assets: {
    summary: 'Assets on a node',
    query: z.looseObject({ all: z.string().optional().describe('`1`: those below it as well') }),
    isList: true,
    answer: listOf(rowOf(asset)),
  },
  addAssets: { ...linking, summary: 'Adds assets to a node' },
  removeAssets: { ...linking, summary: 'Removes assets from a node' },
  tasks: {
    summary: 'Tests the connectivity of all assets on and below a node, or reads their hardware',
    body: z.object({ action: choiceOf(['refresh', 'test']) }),
    answer: z.object({ task: uuid }),
    status: 201,
  },
  moveAssets: { ...linking, summary: 'Moves assets to a node, removing them from all others' },
});

export const platformActions = defineActions(platform, {
  filterNodesAssets: {
    summary: 'Platforms of these assets, of those below these nodes, and these platforms',
    body: z.object({ node_ids: anyReferences, asset_ids: anyReferences, platform_ids: anyReferences }),
    answer: z.array(rowOf(platform)),
  },
});
