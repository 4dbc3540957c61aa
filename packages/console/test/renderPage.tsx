import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { PlatformRoot } from '../src/platform/PlatformRoot.tsx';
import type { RouteMeta } from '../src/platform/route/RouteMeta.ts';
import { createRouteNames } from '../src/platform/route/routeNames.ts';
import { RouteMetaContext } from '../src/platform/route/useRouteMeta.ts';
import { RouteNamesContext } from '../src/platform/route/useRouteNames.ts';
import { type Caller, fakePlatform } from './fakePlatform.ts';
import { fakeServer } from './fakeServer.ts';

const routeOf = (name: string, path: string): RouteMeta => ({
  name,
  path,
  view: 'console',
  app: 'assets',
  resource: 'domains',
  action: 'list',
  level: 3,
  permission: '',
});

type Input = {
  page: ReactNode;
  routes: Record<string, unknown>;
  caller?: Caller;
  /** Address of the page, and its pattern if it has parameters. */
  at?: string;
  pattern?: string;
  /** Name of its route. */
  name?: string;
  /** Paths of the routes the user has, by name. */
  names?: Record<string, string>;
  /** The routes themselves, where it matters which of them the user may open. */
  table?: readonly RouteMeta[];
  width?: number;
};

/** Shows a page at an address, for a user, with a fake server. */
export const renderPage = async (input: Input) => {
  if (input.width) Object.defineProperty(window, 'innerWidth', { value: input.width, configurable: true });
  const server = fakeServer(input.routes);
  const platform = await fakePlatform(server, input.caller);
  const named = Object.entries(input.names ?? {}).map(([name, path]) => routeOf(name, path));
  const at = input.at ?? '/here';
  const router = createMemoryRouter(
    [
      {
        path: input.pattern ?? new URL(at, 'http://x').pathname,
        element: (
          <RouteMetaContext value={routeOf(input.name ?? 'AssetList', at)}>{input.page}</RouteMetaContext>
        ),
      },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [at] },
  );
  const user = userEvent.setup();
  render(
    <PlatformRoot platform={platform}>
      <RouteNamesContext value={createRouteNames(input.table ?? named, platform.session.get().perms)}>
        <RouterProvider router={router} />
      </RouteNamesContext>
    </PlatformRoot>,
  );
  return { server, platform, router, user, screen };
};
