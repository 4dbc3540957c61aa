import type { role } from '@gatehouse/contract/resources/rbac/role.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormSlots } from '../../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { rolesUrl, useRoleScope } from './roleScope.ts';

/** Name of a role; its permissions are on the detail page. */
export function RoleFormPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const routes = useRouteNames();
  const scope = useRoleScope();
  const slots = useMemo<FormSlots<typeof role>>(
    () => ({
      // The address says the scope.
      fields: {
        permissions: { hidden: true },
        scope: { hidden: true },
        name: { helpText: t('role.permissionsHint') },
      },
      toWire: ({ permissions: _, ...body }) => ({ ...body, scope }),
      hasAddAnother: false,
      nextPath: (row, { mode }) =>
        mode === 'create'
          ? routes.path('RoleDetail', { id: row.id }, { scope })
          : routes.path('RoleList', {}, { activeTab: scope === 'org' ? 'OrgRoleList' : 'SysRoleList' }),
    }),
    [t, routes, scope],
  );
  return <ResourceFormPage {...props} url={rolesUrl(scope)} slots={slots} />;
}
