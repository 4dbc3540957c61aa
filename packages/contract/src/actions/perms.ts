import { z } from 'zod';
import { ok, someIds, written } from '../call/bodyFields.ts';
import { defineActions } from '../call/defineActions.ts';
import { paging } from '../call/paging.ts';
import { listOf, rowOf } from '../call/rowOf.ts';
import { treeNodes } from '../call/treeNodes.ts';
import { mostDaysToEnd, mostReviews } from '../permissions/accessReview.ts';
import { grantablePermission } from '../permissions/grantablePermission.ts';
import { account } from '../resources/accounts/account.ts';
import { accessreview } from '../resources/perms/accessreview.ts';
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

const ids = someIds(mostReviews);
const lastUse = z.string().nullable();

export const accessReviewActions = defineActions(accessreview, {
  decide: {
    summary: 'Confirms permissions that were not used, or lets them expire: at once, or in some days',
    body: z.object({
      ids,
      verdict: z.enum(['keep', 'expire'], 'invalid_choice'),
      days: z
        .int('invalid_integer')
        .min(0, 'invalid_integer')
        .max(mostDaysToEnd, 'invalid_integer')
        .nullish(),
      comment: written.nullish(),
    }),
    answer: ok,
    errors: ['review_decided'],
  },
  restore: {
    summary: 'Takes back that permissions expire, as long as they have not; their reviews are open again',
    body: z.object({ ids }),
    answer: ok,
    errors: ['review_not_restorable'],
  },
  users: {
    isList: true,
    summary: 'Users whom the permission reaches, with their latest session through it',
    answer: listOf(z.object({ user: z.string(), user_display: z.string(), date_last_used: lastUse })),
  },
  assets: {
    isList: true,
    summary: 'Assets that the permission covers, with the latest session on them through it',
    answer: listOf(z.object({ asset: z.string(), asset_display: z.string(), date_last_used: lastUse })),
  },
});

export const roleActions = defineActions(role, {
  users: {
    summary: 'Users who hold a role',
    query: z.object(paging),
    answer: listOf(z.object({ id: z.string(), name: z.string(), username: z.string() })),
  },
  holders: {
    summary: 'How many users hold a role, in all and by organization',
    answer: z.object({
      users: z.int(),
      organizations: z.array(z.object({ id: z.string(), name: z.string(), users: z.int() })),
      elsewhere: z.int().describe('Of them in other organizations than those, and in none of those'),
    }),
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
