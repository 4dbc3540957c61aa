import { CheckOutlined, DownOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps, Tooltip } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { part } from '../../../platform/part/part.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { OrgChip } from './OrgChip.tsx';
import styles from './OrgSelector.module.css';
import { useOrgName } from './useOrgName.ts';
import { useSwitchOrg } from './useSwitchOrg.ts';

const OrgSearch = part(() => import('./OrgSearch.tsx').then((m) => m.OrgSearch));

/** From this many organizations on, the list can be searched. */
const SEARCH_FROM = 8;

type Items = NonNullable<MenuProps['items']>;

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

  const items: Items = [
    ...actions,
    {
      type: 'group',
      key: 'all',
      label: t('org.all'),
      children: found.map((org) => ({
        key: org.id,
        label: nameOf(org),
        icon: <OrgChip org={org} />,
        extra: org.id === currentOrg?.id ? <CheckOutlined aria-label={t('org.current')} /> : null,
        disabled: org.disabled ?? false,
        onClick: () => switchOrg(org),
      })),
    },
  ];

  return (
    <Tooltip title={disabled ? t('org.locked') : undefined}>
      <Dropdown
        trigger={['click']}
        disabled={disabled ?? false}
        onOpenChange={() => setQuery('')}
        menu={{ items, selectedKeys: currentOrg ? [currentOrg.id] : [], className: styles.menu as string }}
        {...(isSearchable && {
          popupRender: (menu) => (
            <Suspense>
              <OrgSearch query={query} onChange={setQuery} menu={menu} />
            </Suspense>
          ),
        })}
      >
        <button
          type="button"
          className={`${styles.selector} ${wide ? styles.wide : ''}`}
          aria-haspopup="menu"
          aria-label={t('org.select', { name: currentOrg ? nameOf(currentOrg) : '' })}
          aria-disabled={disabled}
        >
          {currentOrg && <OrgChip org={currentOrg} {...(wide && { size: 22 })} />}
          <span className="ell">{currentOrg ? nameOf(currentOrg) : ''}</span>
          <DownOutlined aria-hidden className={styles.arrow} />
        </button>
      </Dropdown>
    </Tooltip>
  );
}

/** Create and list, in the console only, where permitted. */
const useOrgActions = (): Items => {
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
    onClick: () => void navigate(names.path(routeName) ?? '/'),
  });
  const children = [
    ...(names.has('OrganizationCreate')
      ? [entry('create', 'OrganizationCreate', <PlusOutlined aria-hidden />, 'orgs.add_organization')]
      : []),
    ...(names.has('OrganizationList')
      ? [entry('list', 'OrganizationList', <UnorderedListOutlined aria-hidden />, 'orgs.view_organization')]
      : []),
  ];
  return children.length > 0 ? [{ type: 'group', key: 'actions', label: t('org.actions'), children }] : [];
};
