import { DownOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { Menu } from '../../../theme/control/menu/Menu.tsx';
import { Avatar } from '../../../theme/icon/Avatar.tsx';
import type { MenuItem } from '../../../theme/kit/menu/MenuItem.ts';
import type { ThemeChoice } from '../../../theme/storedTheme.ts';
import { chooseTheme, useThemeChoice } from '../../../theme/themeChoice.ts';
import styles from './TopBar.module.css';
import { useLogout } from './useLogout.ts';

const themes: readonly ThemeChoice[] = ['system', 'light', 'dark'];

const pages: readonly { key: string; route: string; need?: string }[] = [
  { key: 'profile', route: 'ProfileInfo' },
  { key: 'userSetting', route: 'UserSetting' },
  { key: 'apiKey', route: 'ApiKey', need: 'authentication.view_accesskey' },
  { key: 'tempPassword', route: 'TempPassword', need: 'authentication.view_temptoken' },
];

/** The user's menu: own pages, theme, sign out. */
export function AccountMenu({ bare }: { bare?: boolean }) {
  const { t } = useTranslation('shell');
  const { profile } = useSession();
  const can = useCan();
  const names = useRouteNames();
  const navigate = useNavigate();
  const choice = useThemeChoice();
  const logout = useLogout();
  const name = profile?.name || profile?.username || '';

  const items: MenuItem[] = [
    {
      heading: (
        <div className={styles.who}>
          <strong className="ell">{name}</strong>
          <span className="ell mono">{profile?.username}</span>
        </div>
      ),
    },
    ...pages
      .filter((page) => names.has(page.route) && can(page.need))
      .map((page) => ({
        key: page.key,
        label: t(`account.${page.key}`),
        onSelect: () => void navigate(names.path(page.route) ?? '/'),
      })),
    { separator: true },
    {
      key: 'theme',
      label: t('theme.title'),
      items: themes.map((theme) => ({
        key: theme,
        label: t(`theme.${theme}`),
        isCurrent: theme === choice,
        onSelect: () => chooseTheme(theme),
      })),
    },
    { separator: true },
    { key: 'logout', label: t('account.logout'), onSelect: () => void logout() },
  ];
  return (
    <Menu label={t('account.menu', { name })} align="end" items={items}>
      {(opener) => (
        <button {...opener} type="button" className={styles.account} aria-label={t('account.menu', { name })}>
          <Avatar name={name} />
          {!bare && <DownOutlined aria-hidden />}
        </button>
      )}
    </Menu>
  );
}
