import { CloseOutlined, CodeOutlined, SettingOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Drawer } from '../../../platform/dialog/Drawer.tsx';
import { webTerminalUrl } from '../../../platform/route/webTerminal.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { firstOpenPath } from '../../routes/mountedRoutes.ts';
import { useShell } from '../ShellContext.ts';
import { AccountMenu } from '../topBar/AccountMenu.tsx';
import { HelpMenu } from '../topBar/HelpMenu.tsx';
import { LanguageMenu } from '../topBar/LanguageMenu.tsx';
import { TicketPlace } from '../topBar/TicketPlace.tsx';
import { Brand, OrgPlace } from '../topBar/TopBar.tsx';
import styles from './MobileBar.module.css';
import { SideMenu } from './SideMenu.tsx';
import { ViewSegments } from './ViewSegments.tsx';

const TOUCH = 44;

/** The menu on a phone: organization, areas, pages and tools. */
export function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <Drawer
      open={isOpen}
      placement="left"
      size={312}
      closable={false}
      onClose={onClose}
      aria-label={t('region.menu')}
      styles={{ body: { padding: 0, display: 'flex', flexDirection: 'column', background: 'var(--side)' } }}
    >
      <div className={styles.head}>
        <Brand />
        <IconButton
          icon={<CloseOutlined aria-hidden />}
          tip={t('menu.close')}
          size={TOUCH}
          onClick={onClose}
        />
      </div>
      <div className={styles.places}>
        <OrgPlace wide />
        <ViewSegments onPick={onClose} />
      </div>
      <nav aria-label={t('region.menu')} className={styles.nav}>
        <SideMenu touch onPick={onClose} />
      </nav>
      <DrawerTools />
    </Drawer>
  );
}

function DrawerTools() {
  const { t } = useTranslation('shell');
  const { currentOrg, autoOrg, preOrg, perms } = useSession();
  const own = autoOrg ? preOrg : currentOrg;
  const { routes } = useShell();
  const can = useCan();
  const settings = firstOpenPath(routes, perms, '/settings');
  return (
    <div className={styles.tools}>
      {can('rbac.view_webterminal') && (
        <a
          href={webTerminalUrl(own?.id)}
          target="_blank"
          rel="noreferrer"
          aria-label={t('route.WebTerminal')}
        >
          <CodeOutlined aria-hidden />
        </a>
      )}
      <TicketPlace />
      {settings && can('settings.view_setting') && (
        <Link to={settings} aria-label={t('view.settings')}>
          <SettingOutlined aria-hidden />
        </Link>
      )}
      <HelpMenu size={TOUCH} />
      <LanguageMenu size={TOUCH} />
      <AccountMenu bare />
    </div>
  );
}
