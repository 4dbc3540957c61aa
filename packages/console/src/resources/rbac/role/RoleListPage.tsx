import { roleList } from '@gatehouse/contract/layouts/rbac/role.ts';
import type { role } from '@gatehouse/contract/resources/rbac/role.ts';
import { useTranslation } from 'react-i18next';
import { NameCell } from '../../../engine/cells/NameCell.tsx';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import { useListScope } from '../../../engine/list/ListScope.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceList } from '../../../engine/list/ResourceList.tsx';
import { useListController } from '../../../engine/list/useListController.ts';
import { useUrlState } from '../../../engine/list/useListState.ts';
import { PageFrame } from '../../../platform/page/PageFrame.tsx';
import { TabLine } from '../../../platform/page/TabLine.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { type RoleScope, rolesUrl } from './roleScope.ts';

const RoleNameCell = ({ value, row }: CellIn<typeof role, 'display_name'>) => {
  const list = useListScope();
  return <NameCell text={value} to={list?.detailPath(row)} />;
};

const MembersCell = ({ value, row }: CellIn<typeof role, 'users_amount'>) => (
  <RouteLink
    name="RoleDetail"
    params={{ id: row.id }}
    query={{ scope: row.scope.value, activeTab: 'RoleUsers' }}
  >
    <span className="num">{value}</span>
  </RouteLink>
);

const tabsOf = { SysRoleList: 'system', OrgRoleList: 'org' } as const;

/** System roles and organization roles. */
export function RoleListPage({ name }: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { hasLicence } = useSession();
  const routes = useRouteNames();
  const state = useUrlState();
  const tabs = [
    { key: 'SysRoleList', label: t('role.system'), hidden: !can('rbac.view_systemrole') },
    { key: 'OrgRoleList', label: t('role.org'), hidden: !hasLicence || !can('rbac.view_orgrole') },
  ] as const;
  const shown = tabs.filter(({ hidden }) => !hidden);
  const tab = state.query.activeTab?.toLowerCase();
  const active = (shown.find(({ key }) => key.toLowerCase() === tab) ?? shown[0] ?? tabs[0]).key;
  const scope: RoleScope = tabsOf[active];
  const slots: ListSlots<typeof role> = {
    columns: {
      display_name: { Cell: RoleNameCell, width: 200, card: 'title' },
      users_amount: { Cell: MembersCell },
    },
    mode: roleList,
    detailPath: (row) => routes.path('RoleDetail', { id: row.id }, { scope }),
    createActions: (usual) => [{ ...usual, to: routes.path('RoleCreate', {}, { scope }) }],
    rowActions: (row, usual) =>
      usual.map((action) => {
        const paths: Record<string, string | undefined> = {
          update: routes.path('RoleUpdate', { id: row.id }, { scope }),
          clone: routes.path('RoleCreate', {}, { scope, clone_from: row.id }),
        };
        return action.name in paths ? { ...action, to: paths[action.name] } : action;
      }),
  };
  const list = useListController({ name: `${name}List_${scope}`, url: rolesUrl(scope), state, slots });
  return (
    <PageFrame
      fill
      tabs={<TabLine bare tabs={tabs} active={active} onPick={(activeTab) => state.patch({ activeTab })} />}
    >
      <ResourceList key={scope} list={list} routes={name} isMain />
    </PageFrame>
  );
}
