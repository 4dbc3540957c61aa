import { useTranslation } from 'react-i18next';
import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { webTerminalUrl } from '../../platform/route/webTerminal.ts';
import { permittedViews, type View } from '../../platform/session/organizations.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { type MenuEntry, menuOf } from '../routes/menu.ts';
import { MenuIcon } from '../shell/menu/menuIcons.tsx';
import { useShell } from '../shell/ShellContext.ts';
import { jumps } from '../shell/shortcuts/useShellKeys.ts';
import type { Entry } from './Entry.ts';
import { useWorkOrg } from './usePlace.ts';

type Page = { route: RouteMeta; group: (MenuEntry & { kind: 'group' }) | undefined };

const pagesOf = (entry: MenuEntry): Page[] =>
  entry.kind === 'page'
    ? [{ route: entry.route, group: undefined }]
    : entry.routes.map((route) => ({ route, group: entry }));

const letterOf = (name: string) => Object.keys(jumps).find((letter) => jumps[letter] === name);

/** Pages of the user's menus, with those of the current area first. */
export const usePageEntries = (): Entry[] => {
  const { t } = useTranslation('shell');
  const { profile, perms, view } = useSession();
  const { routes } = useShell();
  const org = useWorkOrg();
  const permitted = profile ? permittedViews({ profile, has: (need) => perms.has(need) }) : [];
  const views: View[] = permitted
    .filter((other) => other === view)
    .concat(permitted.filter((other) => other !== view));
  return views.flatMap((area) =>
    menuOf(routes, perms, area)
      .flatMap(pagesOf)
      .map(({ route, group }): Entry => {
        const letter = letterOf(route.name);
        const place = [t(`view.${area}`), ...(group ? [t(`menu.${group.key}`)] : [])];
        return {
          id: `page:${route.name}`,
          title: t(`route.${route.name}`),
          fact: place.join(' · '),
          icon: <MenuIcon path={group?.key ?? route.path} icon={group ? undefined : route.icon} />,
          ...(letter && { keys: ['G', letter.toUpperCase()] }),
          ...(route.external ? { href: webTerminalUrl(org?.id) } : { to: route.path }),
        };
      }),
  );
};
