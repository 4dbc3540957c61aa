import { DownOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { Avatar } from '../../../theme/icon/Avatar.tsx';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../../theme/themeChoice.ts';
import styles from './TopBar.module.css';
import { useLogout } from './useLogout.ts';

const themes: readonly ThemeChoice[] = ['system', 'light', 'dark'];

const pages: readonly { key: string; route: string; need?: string }[] = [
  { key: 'profile', route: 'ProfileInfo' },
  { key: 'userSetting', route: 'UserSetting' },
  { key: 'apiKey', route: 'ApiKey', need: 'authentication.view_accesskey' },
  { key: 'tempPassword', route: 'TempPassword', need: 'authentication.view_temptoken' },
];

/** The user: own pages, theme, sign out. */
export function AccountMenu({ bare }: { bare?: boolean }) {
  const { t } = useTranslation('shell');
  const { profile } = useSession();
  const can = useCan();
  const names = useRouteNames();
  const navigate = useNavigate();
  const choice = useThemeChoice();
  const logout = useLogout();
  const name = profile?.name || profile?.username || '';

  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: (
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
        onClick: () => void navigate(names.path(page.route) ?? '/'),
      })),
    { type: 'divider' },
    {
      key: 'theme',
      label: t('theme.title'),
      children: themes.map((theme) => ({
        key: theme,
        label: t(`theme.${theme}`),
        onClick: () => chooseTheme(theme),
      })),
    },
    { type: 'divider' },
    { key: 'logout', label: t('account.logout'), onClick: () => void logout() },
  ];
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, selectedKeys: [choice] }}>
      <button
        type="button"
        className={styles.account}
        aria-haspopup="menu"
        aria-label={t('account.menu', { name })}
      >
        <Avatar name={name} />
        {!bare && <DownOutlined aria-hidden />}
      </button>
    </Dropdown>
  );
}
