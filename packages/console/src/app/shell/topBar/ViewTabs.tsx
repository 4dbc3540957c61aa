import { DownOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session/useSession.ts';
import { Menu } from '../../../theme/control/menu/Menu.tsx';
import styles from './TopBar.module.css';
import { useSwitchView, useViews } from './useViews.ts';

/** Areas as tabs, or as a menu where there is no room; `onReach` is called when the pointer comes over them. */
export function ViewTabs({ asMenu, onReach }: { asMenu: boolean; onReach: () => void }) {
  const { t } = useTranslation('shell');
  const { view } = useSession();
  const views = useViews();
  const switchTo = useSwitchView();
  if (views.length < 2) return null;
  const tabs = asMenu ? (
    <Menu
      label={t('region.views')}
      items={views.map((one) => ({
        key: one,
        label: t(`view.${one}`),
        isCurrent: one === view,
        onSelect: () => switchTo(one),
      }))}
    >
      {(opener) => (
        <button {...opener} type="button" className={`${styles.view} ${styles.viewMenu}`}>
          {t(view && views.includes(view) ? `view.${view}` : 'view.switch')} <DownOutlined aria-hidden />
        </button>
      )}
    </Menu>
  ) : (
    <nav className={styles.views} aria-label={t('region.views')}>
      {views.map((tab) => (
        <button
          key={tab}
          type="button"
          className={`${styles.view} ${tab === view ? styles.current : ''}`}
          aria-current={tab === view ? 'true' : undefined}
          onClick={() => switchTo(tab)}
        >
          {t(`view.${tab}`)}
        </button>
      ))}
    </nav>
  );
  return <div onPointerEnter={onReach}>{tabs}</div>;
}
