import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { mountedRoutes } from '../src/app/routes/mountedRoutes.ts';
import { routeTable } from '../src/app/routes/table.ts';
import { ShellContext } from '../src/app/shell/ShellContext.ts';
import { createTagStore } from '../src/app/shell/tags/tagStore.ts';
import { routeObjects } from '../src/app/start/createRouter.tsx';
import { PlatformRoot } from '../src/platform/PlatformRoot.tsx';
import { PageFrame } from '../src/platform/page/PageFrame.tsx';
import { createRouteNames } from '../src/platform/route/routeNames.ts';
import { RouteNamesContext } from '../src/platform/route/useRouteNames.ts';
import { createOrgMemory } from '../src/platform/session/orgMemory.ts';
import { createStartUp } from '../src/platform/session/startUp.ts';
import type { Organization, Profile } from '../src/platform/session/wire.ts';
import { fakePlatform } from './fakePlatform.ts';
import { fakeServer } from './fakeServer.ts';
import { FakeSocket } from './fakeSocket.ts';

/** The organization of every user in the shell tests. */
export const HOME: Organization = {
  id: '00000000-0000-0000-0000-000000000002',
  name: 'Northwind',
  is_default: true,
};
/** Another one, for switching. */
export const BRANCH: Organization = { id: '3f2b8c10-1111-4111-8111-111111111111', name: 'Harbor' };

/** A user with a profile; by default without permissions. */
export const profileWith = (overrides: Partial<Profile>): Profile => ({
  id: 'me',
  username: 'mara',
  name: 'Mara Okafor',
  email: 'mara@example.com',
  is_superuser: false,
  is_first_login: false,
  source: { value: 'local', label: 'Local' },
  system_roles: [],
  perms: [],
  console_orgs: [HOME, BRANCH],
  audit_orgs: [HOME],
  workbench_orgs: [HOME],
  ...overrides,
});

type Input = {
  at: string;
  profile?: Partial<Profile>;
  hasLicence?: boolean;
  settings?: Record<string, unknown>;
  width?: number;
  /** Answers besides those of start-up. */
  routes?: Record<string, unknown>;
  /** Content of every page; by default a sentence. */
  page?: ReactNode;
};

/** Starts the console at an address for a user, over a fake server; every page is an empty frame. */
export const renderShell = async ({
  at,
  profile = {},
  hasLicence = true,
  settings = {},
  width = 1440,
  routes = {},
  page = 'the page',
}: Input) => {
  Object.defineProperty(window, 'innerWidth', { value: width, configurable: true });
  FakeSocket.all = [];
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
  const server = fakeServer({
    'GET /api/v1/authentication/user-session/': undefined,
    'GET /api/v1/settings/public/open/': { XPACK_ENABLED: hasLicence },
    'GET /api/v1/settings/public/': {
      XPACK_ENABLED: hasLicence,
      XPACK_LICENSE_IS_VALID: hasLicence,
      ...settings,
    },
    'GET /api/v1/users/profile/': profileWith(profile),
    'GET /api/v1/orgs/orgs/current/': HOME,
    ...routes,
  });
  const platform = await fakePlatform(server);
  platform.session.reset();
  const orgMemory = createOrgMemory({ ...platform, tab: platform.storage });
  const changed: string[] = [];
  const startUp = createStartUp({
    http: platform.http,
    session: platform.session,
    orgMemory,
    onProfileRefused: () => changed.push('login'),
    onOrgChanged: () => changed.push('organization'),
  });
  Object.assign(platform, { startUp, orgMemory });
  const outcome = await startUp.load();
  const state = platform.session.get();
  const mounted = mountedRoutes(routeTable, {
    settings: state.settings,
    hasLicence: state.hasLicence,
    hasPage: () => true,
  });
  const loaderOf = () => async () => () => <PageFrame>{page}</PageFrame>;
  const router = createMemoryRouter(routeObjects({ platform, routes: mounted, loaderOf }), {
    initialEntries: [at],
  });
  const tags = createTagStore();
  const user = userEvent.setup();
  render(
    <PlatformRoot platform={platform}>
      <ShellContext value={{ routes: mounted, tags }}>
        <RouteNamesContext value={createRouteNames(mounted, state.perms)}>
          <RouterProvider router={router} />
        </RouteNamesContext>
      </ShellContext>
    </PlatformRoot>,
  );
  const path = () => router.state.location.pathname + router.state.location.search;
  return { server, platform, router, tags, user, screen, outcome, changed, path };
};
