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
import { answerTo } from './answerTo.ts';
import { fakePlatform } from './fakePlatform.ts';
import { fakeServer } from './fakeServer.ts';
import { FakeSocket } from './fakeSocket.ts';
import { organizationNow } from './organizationNow.ts';
import { HOME, type Profile, profileWith } from './profileWith.ts';
import { openSettings, type PublicSettings, publicSettings } from './publicSettings.ts';

type Input = {
  at: string;
  profile?: Partial<Profile>;
  hasLicence?: boolean;
  settings?: Partial<PublicSettings>;
  width?: number;
  /** Routes of the fake server besides those that start-up needs. */
  routes?: Record<string, unknown>;
  /** Content of every page, by default a text. */
  page?: ReactNode;
};

/** Starts the console at an address, for a user, with a fake server; all pages have the same content. */
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
    ...answerTo('GET /api/v1/authentication/user-session/', undefined),
    ...answerTo('GET /api/v1/settings/public/open/', openSettings(hasLicence)),
    ...answerTo('GET /api/v1/settings/public/', publicSettings(hasLicence, settings)),
    ...answerTo('GET /api/v1/users/profile/', profileWith(profile)),
    ...answerTo('GET /api/v1/orgs/orgs/current/', organizationNow(HOME)),
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
