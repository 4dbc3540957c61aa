import { z } from 'zod';
import { defineCall } from '../call/defineCall.ts';
import { paging } from '../call/paging.ts';
import { listOf } from '../call/rowOf.ts';
import { treeNodes } from '../call/treeNodes.ts';
import { contentType, showsContentTypes } from '../permissions/contentType.ts';
import { grantablePermission } from '../permissions/grantablePermission.ts';

const scope = z.string().optional().describe('`org` or `system`; anything else is `system`');

export const listPermissions = defineCall('GET /api/v1/rbac/permissions/', {
  summary: 'Permissions that roles of a scope can grant',
  permission: 'rbac.view_permission',
  query: z.object({ scope, codename: z.string().optional(), ...paging }),
  shows: { refused: true },
  answer: listOf(grantablePermission),
});

export const getPermissionTree = defineCall('GET /api/v1/rbac/permissions/tree/', {
  summary: 'Permissions that roles of a scope can grant, as a tree; those of a role are checked',
  permission: 'rbac.view_permission',
  query: z.object({ scope, role: z.string().optional().describe('Id of the role') }),
  shows: { refused: true },
  answer: treeNodes,
  errors: ['object_does_not_exist'],
});

export const listContentTypes = defineCall('GET /api/v1/rbac/content-types/', {
  summary: 'Content types of permissions',
  permission: 'rbac.view_contenttype',
  query: z.object({
    app_label: z.string().optional(),
    model: z.string().optional(),
    search: z.string().optional(),
    ...paging,
  }),
  shows: { ...showsContentTypes.shows, asked: ['app_label', 'app_display', 'model'], also: ['POST'] },
  answer: listOf(contentType),
});
