import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MenuEntry } from '../../routes/menu.ts';
import { MenuIcon } from './menuIcons.tsx';
import styles from './SideMenu.module.css';

/** A group of the collapsed menu: its pages fly out. */
export function RailGroup({
  entry,
  active,
}: {
  entry: Extract<MenuEntry, { kind: 'group' }>;
  active: string;
}) {
  const { t } = useTranslation('shell');
  const title = t(`menu.${entry.key}`);
  const isActive = entry.routes.some((route) => route.path === active);
  return (
    <li>
      <Dropdown
        trigger={['hover', 'click']}
        placement="topRight"
        align={{ points: ['tl', 'tr'], offset: [4, 0] }}
        menu={{
          selectedKeys: [active],
          items: [
            {
              type: 'group',
              label: title,
              children: entry.routes.map((route) => ({
                key: route.path,
                label: <Link to={route.path}>{t(`route.${route.name}`)}</Link>,
              })),
            },
          ],
        }}
      >
        <button
          type="button"
          className={`${styles.group} ${isActive ? styles.active : ''}`}
          aria-haspopup="menu"
        >
          <MenuIcon path={entry.key} />
          <span className="visually-hidden">{title}</span>
        </button>
      </Dropdown>
    </li>
  );
}
