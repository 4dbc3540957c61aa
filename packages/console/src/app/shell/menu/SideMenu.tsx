import { DownOutlined } from '@ant-design/icons';
import { Suspense, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { part } from '../../../platform/part/part.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import {
  activePath,
  groupOfPath,
  type MenuEntry,
  menuOf,
  openFromStart,
  toggleGroup,
} from '../../routes/menu.ts';
import { useShell } from '../ShellContext.ts';
import { useHere } from '../useHere.ts';
import { MenuLink } from './MenuLink.tsx';
import { MenuIcon } from './menuIcons.tsx';
import styles from './SideMenu.module.css';

const RailGroup = part(() => import('./RailGroup.tsx').then((m) => m.RailGroup));

/** Pages of the current area. When collapsed, the menu is a rail of icons, and groups open beside it. */
export function SideMenu({
  collapsed,
  touch,
  onPick,
}: {
  collapsed?: boolean;
  touch?: boolean;
  onPick?: () => void;
}) {
  const { routes } = useShell();
  const { perms } = useSession();
  const { pathname, route } = useHere();
  const view = route?.view ?? pathname.split('/')[1];
  const entries = menuOf(routes, perms, view as Parameters<typeof menuOf>[2]);
  const [query] = useSearchParams();
  const from = query.get('activeMenu');
  const active = activePath(
    route,
    pathname,
    routes.find(({ name }) => name === from),
  );
  const [open, toggle] = useOpenGroups(groupOfPath(entries, active));
  const names = [styles.menu, collapsed && styles.rail, touch && styles.touch].filter(Boolean).join(' ');

  return (
    <ul className={names}>
      {entries.map((entry) =>
        entry.kind === 'page' ? (
          <li key={entry.route.path}>
            <MenuLink
              route={entry.route}
              isActive={entry.route.path === active}
              icon={<MenuIcon path={entry.route.path} icon={entry.route.icon} />}
              {...(collapsed && { collapsed })}
              {...(onPick && { onPick })}
            />
          </li>
        ) : collapsed ? (
          <Suspense key={entry.key}>
            <RailGroup entry={entry} active={active} />
          </Suspense>
        ) : (
          <Group
            key={entry.key}
            entry={entry}
            active={active}
            isOpen={open.includes(entry.key)}
            onToggle={() => toggle(entry.key)}
            {...(onPick && { onPick })}
          />
        ),
      )}
    </ul>
  );
}

/** The group of the current page opens automatically. */
const useOpenGroups = (current: string | undefined): [readonly string[], (key: string) => void] => {
  const [open, setOpen] = useState<readonly string[]>(openFromStart);
  useEffect(() => {
    if (current) setOpen((before) => (before.includes(current) ? before : toggleGroup(before, current)));
  }, [current]);
  return [open, (key) => setOpen((before) => toggleGroup(before, key))];
};

function Group(props: {
  entry: Extract<MenuEntry, { kind: 'group' }>;
  active: string;
  isOpen: boolean;
  onToggle: () => void;
  onPick?: () => void;
}) {
  const { entry, active, isOpen } = props;
  const { t } = useTranslation('shell');
  const id = useId();
  return (
    <li>
      <button
        type="button"
        className={styles.group}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={props.onToggle}
      >
        <MenuIcon path={entry.key} />
        <span className="ell">{t(`menu.${entry.key}`)}</span>
        <DownOutlined aria-hidden className={styles.arrow} />
      </button>
      <ul id={id} hidden={!isOpen} className={styles.children}>
        {entry.routes.map((route) => (
          <li key={route.path}>
            <MenuLink
              route={route}
              isActive={route.path === active}
              {...(props.onPick && { onPick: props.onPick })}
            />
          </li>
        ))}
      </ul>
    </li>
  );
}
