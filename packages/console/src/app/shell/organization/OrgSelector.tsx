import { DownOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { Menu } from '../../../theme/control/menu/Menu.tsx';
import type { MenuItem } from '../../../theme/kit/menu/MenuItem.ts';
import { OrgChip } from './OrgChip.tsx';
import { OrgSearch } from './OrgSearch.tsx';
import styles from './OrgSelector.module.css';
import { useOrgName } from './useOrgName.ts';
import { useSwitchOrg } from './useSwitchOrg.ts';

/** With at least this many organizations, the list can be searched. */
const SEARCH_FROM = 8;

/** The page's organization, and the menu to change it. */
export function OrgSelector({ disabled, wide }: { disabled?: boolean; wide?: boolean }) {
  const { t } = useTranslation('shell');
  const { currentOrg, usingOrgs } = useSession();
  const switchOrg = useSwitchOrg();
  const actions = useOrgActions();
  const [query, setQuery] = useState('');
  const nameOf = useOrgName();
  const found = usingOrgs.filter((org) => nameOf(org).toLowerCase().includes(query.trim().toLowerCase()));
  const isSearchable = usingOrgs.length >= SEARCH_FROM;
  const label = t('org.select', { name: currentOrg ? nameOf(currentOrg) : '' });

  const items: MenuItem[] = [
    ...actions,
    { heading: t('org.all') },
    ...found.map((org) => ({
      key: org.id,
      label: nameOf(org),
      icon: <OrgChip org={org} />,
      isCurrent: org.id === currentOrg?.id,
      disabled: org.disabled ?? false,
      onSelect: () => switchOrg(org),
    })),
  ];

  return (
    <Menu
      label={label}
      items={items}
      onOpen={() => setQuery('')}
      head={isSearchable && <OrgSearch query={query} onChange={setQuery} />}
    >
      {(opener) => (
        <Tooltip title={disabled ? t('org.locked') : undefined}>
          <button
            {...(disabled ? { 'aria-haspopup': 'menu' } : opener)}
            type="button"
            className={`${styles.selector} ${wide ? styles.wide : ''}`}
            aria-label={label}
            aria-disabled={disabled}
          >
            {currentOrg && <OrgChip org={currentOrg} {...(wide && { size: 22 })} />}
            <span className="ell">{currentOrg ? nameOf(currentOrg) : ''}</span>
            <DownOutlined aria-hidden className={styles.arrow} />
          </button>
        </Tooltip>
      )}
    </Menu>
  );
}

/** Menu items to create and list organizations; only in the console area. */
const useOrgActions = (): MenuItem[] => {
  const { t } = useTranslation('shell');
  const { view } = useSession();
  const can = useCan();
  const names = useRouteNames();
  const navigate = useNavigate();
  if (view !== 'console' || !can('orgs.add_organization|orgs.view_organization')) return [];
  const entry = (key: string, routeName: string, icon: ReactNode, need: string) => ({
    key,
    icon,
    label: t(`org.${key}`),
    disabled: !can(need),
    onSelect: () => void navigate(names.path(routeName) ?? '/'),
  });
  const children = [
    ...(names.has('OrganizationCreate')
      ? [entry('create', 'OrganizationCreate', <PlusOutlined aria-hidden />, 'orgs.add_organization')]
      : []),
    ...(names.has('OrganizationList')
      ? [entry('list', 'OrganizationList', <UnorderedListOutlined aria-hidden />, 'orgs.view_organization')]
      : []),
  ];
  return children.length > 0 ? [{ heading: t('org.actions') }, ...children] : [];
};
