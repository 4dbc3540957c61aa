import { DownOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../../platform/Platform.tsx';
import { useSession } from '../../../platform/session/useSession.ts';
import { Menu } from '../../../theme/control/menu/Menu.tsx';
import styles from './TopBar.module.css';
import { useSwitchView, useViews } from './useViews.ts';

const TIP_KEY = 'viewSwitcherTip';

/** Areas as tabs, or as a menu where there is no room. */
export function ViewTabs({ asMenu }: { asMenu: boolean }) {
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
  return <OnceTip>{tabs}</OnceTip>;
}

/**
 * A tip that explains the switcher: it opens on hover until the user has dismissed it once in this browser.
 */
function OnceTip({ children }: { children: ReactNode }) {
  const { storage } = usePlatform();
  const { t } = useTranslation('shell');
  const [isRead, setIsRead] = useState(storage.get(TIP_KEY) !== undefined);
  const [isOpen, setIsOpen] = useState(false);
  if (isRead) return children;
  const read = () => {
    storage.set(TIP_KEY, '1');
    setIsRead(true);
  };
  return (
    <Popover
      open={isOpen}
      placement="bottomLeft"
      onOpenChange={(next) => next && setIsOpen(true)}
      content={
        <div style={{ maxWidth: 260 }}>
          <p style={{ marginBottom: 10 }}>{t('view.tip')}</p>
          <Button size="small" type="primary" onClick={read}>
            {t('view.tipRead')}
          </Button>
        </div>
      }
    >
      <div>{children}</div>
    </Popover>
  );
}
