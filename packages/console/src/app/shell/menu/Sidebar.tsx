import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { version } from '../topBar/version.ts';
import styles from './Sidebar.module.css';
import { SideMenu } from './SideMenu.tsx';

/** The side menu, with the button to collapse it below; while it is expanded, also the version. */
export function Sidebar({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <aside className={styles.side} data-region="menu" tabIndex={-1}>
      <nav aria-label={t('region.menu')} className={styles.nav}>
        <SideMenu collapsed={isCollapsed} />
      </nav>
      <div className={styles.foot}>
        {isCollapsed ? (
          <IconButton
            icon={<MenuUnfoldOutlined aria-hidden />}
            tip={t('menu.expand')}
            onClick={onToggle}
            aria-expanded={false}
          />
        ) : (
          <>
            <span>{version}</span>
            <button type="button" className={styles.collapse} onClick={onToggle} aria-expanded>
              {t('menu.collapse')} <MenuFoldOutlined aria-hidden />
            </button>
          </>
        )}
      </div>
    </aside>
  );
}
