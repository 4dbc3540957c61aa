import {
  ApartmentOutlined,
  BgColorsOutlined,
  LogoutOutlined,
  PlusOutlined,
  TranslationOutlined,
} from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { languages } from '../../platform/i18n/language.ts';
import { usePlatform } from '../../platform/Platform.tsx';
import { siblingName } from '../../platform/route/routeNames.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { isRootOrg } from '../../platform/session/organizations.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import type { ThemeChoice } from '../../theme/storedTheme.ts';
import { chooseTheme, useThemeChoice } from '../../theme/themeChoice.ts';
import { useSwitchOrg } from '../shell/organization/useSwitchOrg.ts';
import { useShell } from '../shell/ShellContext.ts';
import { useLogout } from '../shell/topBar/useLogout.ts';
import { useHere } from '../shell/useHere.ts';
import type { Entry } from './Entry.ts';
import { useMayOpen, useWorkOrg } from './usePlace.ts';

const themes: readonly ThemeChoice[] = ['system', 'light', 'dark'];

/** One page creates roles of either scope, and its route requires no permission of its own. */
const addingRoles = 'rbac.add_orgrole|rbac.add_systemrole';
/** Asset categories have no lists of their own; of their forms only this one is offered. */
const withoutList = 'HostCreate';

/**
 * Forms for new rows that the user may add here; in the root organization, only those of pages where no
 * organization can be chosen.
 */
const useCreateEntries = (): Entry[] => {
  const { t } = useTranslation('shell');
  const { routes } = useShell();
  const { route: here } = useHere();
  const names = useRouteNames();
  const mayOpen = useMayOpen();
  const can = useCan();
  const isRoot = isRootOrg(useWorkOrg());
  return routes
    .filter(
      (route) =>
        route.action === 'create' &&
        route.base !== undefined &&
        mayOpen(route) &&
        can(route.permission || addingRoles) &&
        (!isRoot || route.disableOrgsChange === true || route.showOrganization === false) &&
        (route.name === withoutList || names.has(siblingName(route.name, 'List'))),
    )
    .map((route) => ({
      id: `do:${route.name}`,
      title: t(`route.${route.name}`),
      icon: <PlusOutlined aria-hidden />,
      to: route.path,
      ...(here?.action === 'list' && here.base === route.base && { keys: ['C'] }),
    }));
};

const useOrgEntries = (): Entry[] => {
  const { t } = useTranslation('palette');
  const shell = useTranslation('shell').t;
  const { usingOrgs, hasLicence, currentOrg } = useSession();
  const { route } = useHere();
  const switchOrg = useSwitchOrg();
  const isFixed = route?.disableOrgsChange || route?.showOrganization === false;
  if (!hasLicence || isFixed) return [];
  return usingOrgs
    .filter((org) => org.id !== currentOrg?.id && !org.disabled)
    .map((org) => ({
      id: `do:org:${org.id}`,
      title: t('switchTo', { name: isRootOrg(org) ? shell('org.global') : org.name }),
      fact: t('organization'),
      icon: <ApartmentOutlined aria-hidden />,
      run: () => switchOrg(org),
    }));
};

const useLookEntries = (): Entry[] => {
  const { t } = useTranslation('shell');
  const { language, setLanguage } = usePlatform();
  const theme = useThemeChoice();
  return [
    ...themes
      .filter((choice) => choice !== theme)
      .map((theme) => ({
        id: `do:theme:${theme}`,
        title: t(`theme.${theme}`),
        fact: t('theme.title'),
        icon: <BgColorsOutlined aria-hidden />,
        run: () => chooseTheme(theme),
      })),
    ...languages
      .filter((choice) => choice.cookieCode !== language)
      .map((language) => ({
        id: `do:language:${language.cookieCode}`,
        title: language.title,
        fact: t('language'),
        icon: <TranslationOutlined aria-hidden />,
        run: () => setLanguage(language.cookieCode),
      })),
  ];
};

/** The commands: forms for new rows, other organizations, theme, language, and signing out. */
export const useCommandEntries = (): Entry[] => {
  const { t } = useTranslation('shell');
  const logout = useLogout();
  const creates = useCreateEntries();
  const orgs = useOrgEntries();
  const look = useLookEntries();
  const leave: Entry = {
    id: 'do:logout',
    title: t('account.logout'),
    icon: <LogoutOutlined aria-hidden />,
    run: () => logout(),
  };
  return [...creates, ...orgs, ...look, leave];
};
