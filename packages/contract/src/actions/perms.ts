import { z } from 'zod';
import { defineActions } from '../call/defineActions.ts';
import { paging } from '../call/paging.ts';
import { listOf, rowOf } from '../call/rowOf.ts';
import { treeNodes } from '../call/treeNodes.ts';
import { grantablePermission } from '../permissions/grantablePermission.ts';
import { account } from '../resources/accounts/account.ts';
import { assetpermission } from '../resources/perms/assetpermission.ts';
import { role } from '../resources/rbac/role.ts';

export const assetPermissionActions = defineActions(assetpermission, {
  allUsers: {
    summary: 'Users a permission reaches, directly or by a group',
    isList: true,
    answer: listOf(z.object({ user: z.string(), user_display: z.string() })),
  },
  allAssets: {
    summary: 'Assets a permission covers, directly or by a node',
    isList: true,
    answer: listOf(z.object({ asset: z.string(), asset_display: z.string() })),
  },
  accountsOf: { summary: 'Accounts a permission covers', isList: true, answer: listOf(rowOf(account)) },
});

export const roleActions = defineActions(role, {
  users: {
    summary: 'Users who hold a role',
    query: z.object(paging),
    answer: listOf(z.object({ id: z.string(), name: z.string(), username: z.string() })),
  },
  permissions: {
    summary: 'Permissions of a role',
    query: z.object(paging),
    answer: listOf(grantablePermission),
  },
  permissionsTree: {
    summary: 'Permissions a role can have, as a tree; those it has are checked',
    answer: treeNodes,
  },
});
