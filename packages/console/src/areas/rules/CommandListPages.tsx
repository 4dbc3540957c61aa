import { commandFilterList } from '@gatehouse/contract/layouts/acls/commandfilteracl.ts';
import { commandGroupList } from '@gatehouse/contract/layouts/acls/commandgroup.ts';
import type { commandfilteracl } from '@gatehouse/contract/resources/acls/commandfilteracl.ts';
import type { commandgroup } from '@gatehouse/contract/resources/acls/commandgroup.ts';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import { formatNumber } from '../../platform/i18n/formatNumber.ts';
import { TabLine } from '../../platform/page/TabLine.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { ruleColumns } from './ruleSlots.tsx';

const pages = ['CommandFilterAclList', 'CommandGroupList'] as const;

/** The two lists about commands as tabs; each has an address of its own. */
function CommandTabs({ active }: { active: (typeof pages)[number] }) {
  const { t } = useTranslation('rules');
  const navigate = useNavigate();
  const routes = useRouteNames();
  const tabs = pages
    .filter((page) => page === active || routes.canOpen(page))
    .map((page) => ({ key: page, label: t(`tabs.${page}`) }));
  if (tabs.length < 2) return null;
  return (
    <TabLine bare tabs={tabs} active={active} onPick={(page) => void navigate(routes.path(page) ?? '')} />
  );
}

/** Number of the groups of a filter, linked to the list of them. */
function GroupsCell({ value, row }: CellIn<typeof commandfilteracl, 'command_groups'>) {
  const routes = useRouteNames();
  const to = routes.canOpen('CommandGroupList')
    ? routes.path('CommandGroupList', {}, { command_filters: row.id })
    : undefined;
  const text = formatNumber(value.length);
  return to ? (
    <Link to={to} className="num">
      {text}
    </Link>
  ) : (
    <span className="num t3">{text}</span>
  );
}

/** Command filters, in the order in which they decide. */
export function CommandFilterListPage(props: ResourcePageProps) {
  const { t } = useTranslation('rules');
  const slots: ListSlots<typeof commandfilteracl> = {
    mode: commandFilterList,
    columns: { ...ruleColumns, command_groups: { Cell: GroupsCell, width: 120, align: 'right' } },
    rowTone: (row) => (row.is_active ? undefined : 'off'),
    emptyText: t('empty.filters'),
  };
  const tabs = <CommandTabs active="CommandFilterAclList" />;
  return <ResourceListPage {...props} slots={slots} help={t('help.filters')} tabs={tabs} />;
}

/** Command groups. */
export function CommandGroupListPage(props: ResourcePageProps) {
  const { t } = useTranslation('rules');
  const slots: ListSlots<typeof commandgroup> = {
    mode: commandGroupList,
    columns: { content: { width: 360 } },
    searchOptions: [{ key: 'command_filters', label: t('filterId'), type: 'string' }],
    emptyText: t('empty.groups'),
  };
  const tabs = <CommandTabs active="CommandGroupList" />;
  return <ResourceListPage {...props} slots={slots} help={t('help.groups')} tabs={tabs} />;
}
