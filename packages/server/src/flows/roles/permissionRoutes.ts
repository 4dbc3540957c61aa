import { roleActions } from '@gatehouse/contract/actions/perms.ts';
import { getPermissionTree, listContentTypes, listPermissions } from '@gatehouse/contract/calls/rbac.ts';
import { numberOf, permissionName } from '@gatehouse/contract/permissions/catalogue.ts';
import { modelLabel, type PermissionText, permissionLabel } from '@gatehouse/contract/permissions/labels.ts';
import type { Permission, PermissionScope } from '@gatehouse/contract/permissions/permission.ts';
import { role as roleDefinition } from '@gatehouse/contract/resources/rbac/role.ts';
import { sql } from 'drizzle-orm';
import { implement } from '../../engine/actions/implement.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { findRow } from '../../engine/operations/read.ts';
import { plainPage } from '../../engine/routes/plainPage.ts';
import { allRoleBindings } from '../../resources/rbac/rolebinding/relations.ts';
import { codenamesOf } from '../../resources/rolePermissions.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { holdersOf } from './holdersOf.ts';
import { offeredPermissions, permissionNodes } from './permissionNodes.ts';

const textIn =
  (ctx: Context): PermissionText =>
  (key, params) => {
    const full = `permissions.${key}`;
    const found = ctx.t(full, params);
    return found === full ? undefined : found;
  };

const modelKey = ({ app, model }: Permission) => `${app}.${model}`;

const permissionRow = (permission: Permission, ctx: Context) => ({
  id: numberOf(permissionName(permission)),
  name: permissionLabel(permission, textIn(ctx)),
  content_type: {
    id: numberOf(modelKey(permission)),
    app_label: permission.app,
    model: permission.model,
  },
  codename: permission.codename,
});

const contains = (word: string, search = ''): boolean => word.toLowerCase().includes(search.toLowerCase());

const scopeOf = (scope: string | undefined): PermissionScope => (scope === 'org' ? 'org' : 'system');

const addRoleRoutes = (ports: HttpPorts, hasLicence: () => boolean) =>
  implement(ports, roleActions, {
    permissionsTree: async ({ ctx, row }) => {
      const role = await row();
      const choice = {
        scope: role.scope,
        held: new Set(codenamesOf(role)),
        isFixed: role.builtin === true,
        hasLicence: hasLicence(),
      };
      return permissionNodes(choice, textIn(ctx));
    },
    permissions: async ({ ctx, row, request }) => {
      const role = await row();
      const held = new Set(codenamesOf(role));
      const rows = offeredPermissions(role.scope, hasLicence())
        .filter((permission) => held.has(permissionName(permission)))
        .map((permission) => permissionRow(permission, ctx));
      return plainPage(rows, request, ctx);
    },
    holders: async ({ ctx, row }) => holdersOf((await row()).id, ctx),
    users: async ({ ctx, row, request }) => {
      const role = await row();
      const rows = await ctx.db.rows<{ id: string; name: string; username: string }>(
        sql`select distinct u.id::text as id, u.name, u.username from ${allRoleBindings} b join ${allUsers} u on u.id = b."user"
          where b.role = ${role.id} and not u.is_service_account and (b.org is null or ${ctx.org.isRoot} or b.org = ${ctx.org.id}) order by u.username`,
      );
      return plainPage(rows, request, ctx);
    },
  });

const addContentTypes = (ports: HttpPorts, hasLicence: () => boolean) =>
  bind(ports, listContentTypes, async ({ ctx, query, request }) => {
    const text = textIn(ctx);
    const keys = [...new Set(offeredPermissions('system', hasLicence()).map(modelKey))];
    const rows = keys
      .map((key) => {
        const [app = '', model = ''] = key.split('.');
        return {
          id: numberOf(key),
          app_label: app,
          app_display: text(`apps.${app}`) ?? app,
          model,
          name: modelLabel(key, text),
        };
      })
      .filter(
        (row) =>
          (!query.app_label || row.app_label === query.app_label) &&
          (!query.model || row.model === query.model) &&
          [row.app_label, row.model, row.name].some((word) => contains(word, query.search)),
      );
    return plainPage(rows, request, ctx, { isSelectable: false });
  });

/**
 * Registers the permissions that can be granted, as list and as tree, their content types, and the
 * permissions and users of each role.
 */
export const addRolePermissions = (ports: HttpPorts, hasLicence: () => boolean): void => {
  addRoleRoutes(ports, hasLicence);
  const role = ports.engine.resource(roleDefinition);
  bind(ports, listPermissions, async ({ ctx, query, request }) => {
    const rows = offeredPermissions(scopeOf(query.scope), hasLicence())
      .filter((permission) => !query.codename || permission.codename === query.codename)
      .map((permission) => permissionRow(permission, ctx));
    return plainPage(rows, request, ctx);
  });
  bind(ports, getPermissionTree, async ({ ctx, query }) => {
    const found = query.role ? await findRow(role, query.role, ctx) : undefined;
    const choice = {
      scope: found ? found.scope : scopeOf(query.scope),
      held: new Set(found ? codenamesOf(found) : []),
      isFixed: found?.builtin === true,
      hasLicence: hasLicence(),
    };
    return permissionNodes(choice, textIn(ctx));
  });
  addContentTypes(ports, hasLicence);
};
