import { CodeOutlined, SettingOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MessageBell } from '../../../areas/messages/MessageBell.tsx';
import { OwnWorkButton } from '../../../areas/ownWork/OwnWorkButton.tsx';
import { webTerminalUrl } from '../../../platform/route/webTerminal.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { firstOpenPath } from '../../routes/mountedRoutes.ts';
import { useShell } from '../ShellContext.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { HelpMenu } from './HelpMenu.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { TicketPlace } from './TicketPlace.tsx';
import styles from './TopBar.module.css';

/** Tools at the right: running work, messages, web terminal, tickets, settings, help, language, account. */
export function TopBarTools() {
  const { t } = useTranslation('shell');
  const can = useCan();
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('region.tools')}>
      <OwnWorkButton />
      <MessageBell />
      {can('rbac.view_webterminal') && <WebTerminalLink />}
      <TicketPlace />
      <SettingsLink />
      <HelpMenu />
      <LanguageMenu />
      <AccountMenu />
    </div>
  );
}

function WebTerminalLink() {
  const { t } = useTranslation('shell');
  const { currentOrg, autoOrg, preOrg } = useSession();
  const href = webTerminalUrl((autoOrg ? preOrg : currentOrg)?.id);
  return (
    <Tooltip title={t('route.WebTerminal')}>
      <a
        className={styles.iconLink}
        href={href}
        target="_blank"
        rel="noreferrer"
        aria-label={t('route.WebTerminal')}
      >
        <CodeOutlined aria-hidden />
      </a>
    </Tooltip>
  );
}

/** Settings, where permitted. */
function SettingsLink() {
  const { t } = useTranslation('shell');
  const { perms, view } = useSession();
  const { routes } = useShell();
  const can = useCan();
  const path = firstOpenPath(routes, perms, '/settings');
  if (!path || !can('settings.view_setting')) return null;
  return (
    <Tooltip title={t('view.settings')}>
      <Link
        to={path}
        className={`${styles.iconLink} ${view === 'settings' ? styles.on : ''}`}
        aria-label={t('view.settings')}
        aria-current={view === 'settings' ? 'true' : undefined}
      >
        <SettingOutlined aria-hidden />
      </Link>
    </Tooltip>
  );
}
