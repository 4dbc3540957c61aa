import { z } from 'zod';
import { labelled, uuid } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';
import { paging } from '../call/paging.ts';
import { listOf, partOf } from '../call/rowOf.ts';
import { treeNodes } from '../call/treeNodes.ts';
import { grantedFields, grantedListFields } from '../perms/grantedFields.ts';
import { withholdings } from '../policy/checkout.ts';
import { asset } from '../resources/assets/asset.ts';

const notFound = ['object_does_not_exist'] as const;

/** Which of the codenames is needed depends on whether the address names the caller or another user. */
const ofUser = { permission: 'perms.view_myassets|perms.view_userassets', errors: notFound } as const;
/** Callers who may see what users are granted may also see what groups are granted. */
const ofGroup = { permission: 'perms.view_userassets', errors: notFound } as const;

const grantedAssets = {
  isList: true,
  shows: { rows: 'assets.asset', fields: grantedListFields },
  answer: listOf(partOf(asset, grantedListFields)),
} as const;

const grantedNode = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  value: z.string(),
  org_id: z.string(),
  assets_amount: z.int(),
});
const grantedNodes = {
  shows: {
    columns: {
      id: 'string',
      name: 'string',
      key: 'string',
      value: 'string',
      org_id: 'string',
      assets_amount: 'integer',
    },
  },
  answer: listOf(grantedNode),
} as const;

const search = z.string().optional().describe('Only entries with this text in their name');
const nodeQuery = z.object({
  key: z.string().optional().describe('Key of the parent node; without it, the roots'),
  id: z.string().optional().describe('The same by id'),
  search,
  rebuild_tree: z.string().optional(),
  ...paging,
});
const treeQuery = z.object({ search, ...paging });
const ofNode = z.looseObject({ node_id: z.string().optional().describe('Only assets at or below a node') });

export const listAssetsOfUser = defineCall('GET /api/v1/perms/users/:user/assets/', {
  ...ofUser,
  ...grantedAssets,
  query: ofNode,
  summary: 'Assets a user is granted; `self` names you',
});

const refusesChanges = {
  summary: 'Refuses: what a user is granted follows from permissions',
  permission: 'perms.view_userassets',
  errors: ['permission_denied'],
} as const;

export const refuseAssetOfUser = defineCall('POST /api/v1/perms/users/:user/assets/', refusesChanges);

export const refuseChangeOfAssetOfUser = defineCall(
  [
    'PUT /api/v1/perms/users/:user/assets/:asset/',
    'PATCH /api/v1/perms/users/:user/assets/:asset/',
    'DELETE /api/v1/perms/users/:user/assets/:asset/',
  ],
  refusesChanges,
);

export const listAssetsOfUserAtNode = defineCall('GET /api/v1/perms/users/:user/nodes/:node/assets/', {
  ...ofUser,
  ...grantedAssets,
  summary: 'Assets a user is granted at or below a node',
});

export const listNodesOfUser = defineCall('GET /api/v1/perms/users/:user/nodes/', {
  ...ofUser,
  ...grantedNodes,
  query: treeQuery,
  summary: 'Every node a user sees',
});

export const listNodesOfUserBelow = defineCall('GET /api/v1/perms/users/:user/nodes/children/', {
  ...ofUser,
  ...grantedNodes,
  query: nodeQuery,
  summary: 'Nodes a user sees right below one',
});

export const getNodeTreeOfUserBelow = defineCall('GET /api/v1/perms/users/:user/nodes/children/tree/', {
  ...ofUser,
  shows: grantedNodes.shows,
  query: nodeQuery,
  answer: treeNodes,
  summary: 'Nodes a user sees right below one, as a tree',
});

export const getNodeTreeOfUser = defineCall('GET /api/v1/perms/users/:user/nodes/tree/', {
  ...ofUser,
  shows: grantedNodes.shows,
  query: treeQuery,
  answer: treeNodes,
  summary: 'Every node a user sees, as a tree',
});

export const getAssetTreeOfUser = defineCall('GET /api/v1/perms/users/:user/assets/tree/', {
  ...ofUser,
  shows: grantedAssets.shows,
  query: treeQuery,
  answer: treeNodes,
  summary: 'Assets a user is granted, as a tree without nodes',
});

export const getUngroupedTreeOfUser = defineCall('GET /api/v1/perms/users/:user/ungroup/assets/tree/', {
  ...ofUser,
  shows: grantedAssets.shows,
  query: treeQuery,
  answer: treeNodes,
  summary: 'Assets a user is granted one by one, as a tree without nodes',
});

export const getTreeOfUserBelow = defineCall(
  'GET /api/v1/perms/users/:user/nodes/children-with-assets/tree/',
  {
    ...ofUser,
    query: nodeQuery,
    answer: treeNodes,
    summary: 'Nodes right below one, and its assets, as a user sees them',
  },
);

export const getCategoryTreeOfUser = defineCall(
  'GET /api/v1/perms/users/:user/nodes/children-with-assets/category/tree/',
  {
    ...ofUser,
    query: z.object({
      category: z.string().optional(),
      type: z.string().optional(),
      lv: z.string().optional().describe('0: nothing'),
      sync: z.string().optional().describe('Assets and branches at once'),
    }),
    answer: treeNodes,
    summary: 'Assets a user is granted, by category and type',
  },
);

export const getWholeTreeOfUser = defineCall('GET /api/v1/perms/users/:user/nodes/all-with-assets/tree/', {
  ...ofUser,
  query: treeQuery.extend({
    offset: z.string().optional().describe('Start of the page of assets; a header contains the next one'),
  }),
  answer: treeNodes,
  summary: 'Every node a user sees, and the assets in pages',
});

export const getAssetOfUser = defineCall('GET /api/v1/perms/users/:user/assets/:asset/', {
  shows: {
    rows: 'assets.asset',
    fields: grantedFields,
    mentions: { spec_info: 'field', permed_protocols: 'field', permed_accounts: 'field' },
  },
  ...ofUser,
  summary: 'A granted asset, with the accounts and protocols the user may use',
  answer: partOf(asset, ['spec_info', ...grantedFields], {
    permed_protocols: z.array(
      z.object({
        name: z.string(),
        port: z.int().nullable(),
        public: z.boolean(),
        setting: z.record(z.string(), z.unknown()),
      }),
    ),
    permed_accounts: z.array(
      z.object({
        id: z.string(),
        alias: z.string(),
        name: z.string(),
        username: z.string(),
        has_username: z.boolean(),
        has_secret: z.boolean(),
        from_login: z.boolean().describe('The asset would get the password of the sign-in'),
        secret_type: z.string(),
        privileged: z.boolean(),
        actions: z.array(labelled),
        checkout: z
          .object({
            id: uuid.nullable().describe('The open check-out'),
            minutes: z.int().describe('How long one may last'),
            withheld: z.enum(withholdings).nullable().describe('Why you cannot use the account now'),
            is_own: z.boolean(),
            holder: z.string(),
            date_expired: z.string().nullable(),
            can_extend: z.boolean(),
          })
          .nullable()
          .describe('Only of accounts that take an exclusive check-out'),
      }),
    ),
  }),
});

export const listAssetsOfGroup = defineCall('GET /api/v1/perms/user-groups/:group/assets/', {
  ...ofGroup,
  ...grantedAssets,
  query: ofNode,
  summary: 'Assets a user group is granted',
});

export const listAssetsOfGroupAtNode = defineCall(
  'GET /api/v1/perms/user-groups/:group/nodes/:node/assets/',
  {
    ...ofGroup,
    ...grantedAssets,
    summary: 'Assets a user group is granted at or below a node',
  },
);

export const listNodesOfGroup = defineCall('GET /api/v1/perms/user-groups/:group/nodes/', {
  ...ofGroup,
  ...grantedNodes,
  query: treeQuery,
  summary: 'Every node a user group is granted or needs to reach what it is granted',
});

export const listNodesOfGroupBelow = defineCall('GET /api/v1/perms/user-groups/:group/nodes/children/', {
  ...ofGroup,
  ...grantedNodes,
  query: nodeQuery,
  summary: 'The same right below a node',
});

export const getNodeTreeOfGroupBelow = defineCall(
  'GET /api/v1/perms/user-groups/:group/nodes/children/tree/',
  {
    ...ofGroup,
    query: nodeQuery,
    answer: treeNodes,
    summary: 'The same right below a node, as a tree',
  },
);

const chosen = z.array(z.string()).max(10_000).optional();

const choice = { users: chosen, user_groups: chosen, assets: chosen, nodes: chosen };

export const countReach = defineCall('POST /api/v1/perms/asset-permissions/reach/', {
  summary: 'How many users and assets a choice of users, groups, assets and nodes comes to',
  permission: 'perms.add_assetpermission|perms.change_assetpermission',
  body: z.object(choice),
  answer: z.object({
    user_count: z.int(),
    user: z.string().describe('Name of the user, if it is only one'),
    group: z.string().describe('Name of the group, if nothing but one group was chosen'),
    asset_count: z.int(),
    asset: z.string().describe('Name of the asset, if it is only one'),
    node: z.string().describe('Name of the node, if nothing but one node was chosen'),
  }),
});

export const warnOfGrant = defineCall('POST /api/v1/perms/asset-permissions/warnings/', {
  summary: 'What is worth knowing before a permission with these choices is saved',
  permission: 'perms.add_assetpermission|perms.change_assetpermission',
  body: z.object({
    ...choice,
    accounts: chosen,
    id: z.string().optional().describe('The permission that is being changed'),
  }),
  answer: z.object({
    is_judged: z
      .boolean()
      .describe('Whether the accounts of the chosen assets were compared with the choice'),
    missing: z
      .array(
        z.object({
          username: z.string(),
          asset_count: z.int(),
          assets: z.array(z.string()).describe('Names of the first of them'),
        }),
      )
      .describe('Chosen usernames that assets have no account for'),
    privileged: z.array(z.string()).describe('Usernames of privileged accounts among the chosen ones'),
    root: z.string().describe('Name of the chosen root node: everything, now and later'),
    wider: z
      .object({
        user_count: z.int(),
        user: z.string().describe('Name of the user, if it is only one'),
        permission_count: z.int(),
        permissions: z
          .array(z.object({ id: z.string(), name: z.string() }))
          .describe('The first of these permissions'),
      })
      .describe('Other permissions that give chosen users the same or more accounts on all that is chosen'),
  }),
});
