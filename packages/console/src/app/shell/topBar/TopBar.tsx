import { SettingOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../../platform/session/useSession.ts';
import { useViewport } from '../../../platform/viewport/useViewport.ts';
import { OwnLogo } from '../../../theme/icon/OwnLogo.tsx';
import { PaletteField } from '../../palette/PaletteField.tsx';
import { defaultPathOf } from '../../routes/mountedRoutes.ts';
import { OrgSelector } from '../organization/OrgSelector.tsx';
import { useShell } from '../ShellContext.ts';
import { useHere } from '../useHere.ts';
import styles from './TopBar.module.css';
import { TopBarTools } from './TopBarTools.tsx';
import { ViewTabs } from './ViewTabs.tsx';

/** The top bar: brand, organization, areas, search, tools; `onAreas` is called when the pointer comes over the areas. */
export function TopBar({ onAreas }: { onAreas: () => void }) {
  const { isWide } = useViewport();
  return (
    <header className={styles.bar} data-region="top" tabIndex={-1}>
      <Brand />
      <OrgPlace />
      <ViewTabs asMenu={!isWide} onReach={onAreas} />
      <PaletteField />
      <TopBarTools />
    </header>
  );
}

/** The installation's own logo and name, or the product's; leads to the start of the area. */
export function Brand() {
  const { settings, view, perms } = useSession();
  const { routes } = useShell();
  const look = settings.INTERFACE ?? {};
  const name = look.login_title || 'Gatehouse';
  return (
    <Link to={view ? defaultPathOf(routes, perms, view) : '/'} className={styles.brand} title={name}>
      <OwnLogo src={look.logo_index} size={24} className={styles.logo} />
      <span className="ell">{name}</span>
    </Link>
  );
}

/**
 * The organization selector; in settings a note instead, and nothing on pages without a selector or without a
 * licence.
 */
export function OrgPlace({ wide }: { wide?: boolean }) {
  const { t } = useTranslation('shell');
  const { hasLicence, usingOrgs, view } = useSession();
  const { route } = useHere();
  if (view === 'settings') {
    return (
      <span className={styles.note}>
        <SettingOutlined aria-hidden /> {t('org.settings')}
      </span>
    );
  }
  if (route?.showOrganization === false || !hasLicence || usingOrgs.length === 0) return null;
  return <OrgSelector disabled={route?.disableOrgsChange ?? false} {...(wide && { wide })} />;
}
