import MenuUnfoldOutlined from '@ant-design/icons-svg/es/asn/MenuUnfoldOutlined';
import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import SettingOutlined from '@ant-design/icons-svg/es/asn/SettingOutlined';
import TranslationOutlined from '@ant-design/icons-svg/es/asn/TranslationOutlined';
import { useTranslation } from 'react-i18next';
import { languages } from '../../platform/i18n/language.ts';
import { usePlatform } from '../../platform/Platform.tsx';
import { leaveTo } from '../../platform/session/leave.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { useStore } from '../../platform/store.ts';
import { Icon } from '../../replay/dark/Icon.tsx';
import { IconButton } from '../../replay/dark/IconButton.tsx';
import { initialsOf } from '../../theme/icon/initials.ts';
import { OwnLogo } from '../../theme/icon/OwnLogo.tsx';
import { useLuna } from '../LunaContext.tsx';
import { Menu } from '../ui/Menu.tsx';
import { AppMenus } from './menus/AppMenus.tsx';
import { OrganizationMenu } from './menus/OrganizationMenu.tsx';
import styles from './shell.module.css';
import { useTabActions } from './tabs/useTabActions.ts';

/**
 * The top bar: the tree's button while it is hidden, logo, menus, connecting by name, organization, language,
 * preferences and account.
 */
export function TopBar() {
  const { t } = useTranslation('luna');
  const { workbench } = useLuna();
  const { settings } = useSession();
  const { isTreeShown } = useStore(workbench.store);
  return (
    <header className={styles.top} data-region>
      {!isTreeShown && (
        <IconButton
          icon={MenuUnfoldOutlined}
          tip={t('assets.show')}
          size={14}
          onClick={() => workbench.showTree(true)}
        />
      )}
      <h1 className={styles.brand}>
        <OwnLogo src={settings.INTERFACE?.logo_index} size={20} />
        <span className="ell">{settings.INTERFACE?.login_title || 'Gatehouse'}</span>
      </h1>
      <AppMenus />
      <span className={styles.gap} />
      <button type="button" className={styles.connect} onClick={() => workbench.showPalette(true)}>
        <Icon of={SearchOutlined} size={13} />
        <span className={styles.connectText}>{t('palette.open')}</span>
        <kbd>Alt</kbd>
        <kbd>K</kbd>
      </button>
      <OrganizationMenu />
      <LanguageMenu />
      <IconButton
        icon={SettingOutlined}
        tip={t('panel.appearance')}
        onClick={() => workbench.togglePanel('appearance')}
      />
      <AccountMenu />
    </header>
  );
}

function LanguageMenu() {
  const { t } = useTranslation('luna');
  const { language, setLanguage } = usePlatform();
  return (
    <Menu
      label={t('top.language')}
      align="end"
      hasTip
      buttonClass={styles.square}
      button={<Icon of={TranslationOutlined} size={15} />}
      items={languages.map(({ title, cookieCode }) => ({
        key: cookieCode,
        label: <span lang={cookieCode}>{title}</span>,
        isChoice: true,
        checked: cookieCode === language,
        onSelect: () => setLanguage(cookieCode),
      }))}
    />
  );
}

function AccountMenu() {
  const { t } = useTranslation('luna');
  const { profile } = useSession();
  const { workspace } = useLuna();
  const actions = useTabActions();
  const { http } = usePlatform();
  if (!profile) return null;
  const signOut = async () => {
    const open = workspace.store.get().list.map((tab) => tab.key);
    if (await actions.closeAll(open)) await leaveTo(http, '/luna/');
  };
  return (
    <Menu
      label={t('top.account', { name: profile.name })}
      align="end"
      buttonClass={styles.avatar}
      button={initialsOf(profile.name)}
      items={[
        { heading: `${profile.name} (${profile.username})` },
        {
          key: 'console',
          label: t('top.console'),
          onSelect: () => window.open('/ui/', '_blank', 'noopener'),
        },
        { separator: true },
        {
          key: 'out',
          label: t('top.signOut'),
          onSelect: signOut,
        },
      ]}
    />
  );
}
