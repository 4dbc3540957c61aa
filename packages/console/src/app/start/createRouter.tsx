import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import type { Platform } from '../../platform/createPlatform.ts';
import type { PageLoader, RouteMeta } from '../../platform/route/RouteMeta.ts';
import { permittedViews, type View, viewOf, views } from '../../platform/session/organizations.ts';
import { Spinner } from '../../theme/state/Spinner.tsx';
import { BrokenPage } from '../pages/BrokenPage.tsx';
import { PageHost } from '../pages/PageHost.tsx';
import { Redirecting } from '../pages/Redirecting.tsx';
import { canBeRow, defaultPathOf, expandPath, findRoute } from '../routes/mountedRoutes.ts';
import { Shell } from '../shell/Shell.tsx';
import { basePath, withoutBase } from './basePath.ts';

type Input = {
  platform: Platform;
  routes: readonly RouteMeta[];
  loaderOf: (route: RouteMeta) => PageLoader | undefined;
};

/** Builds the router from the routes of this installation. */
export const createRouter = (input: Input): ReturnType<typeof createBrowserRouter> =>
  createBrowserRouter(routeObjects(input), { basename: basePath });

/** The route objects, separate from the browser so that tests can use them. */
export const routeObjects = (input: Input): RouteObject[] => {
  const { platform, routes } = input;
  const perms = () => platform.session.get().perms;
  const toView = (view: View) => redirect(defaultPathOf(routes, perms(), view));
  return [
    {
      path: '/',
      Component: Shell,
      ErrorBoundary: BrokenPage,
      hydrateFallbackElement: <Spinner />,
      loader: (args) => enter(input, args),
      shouldRevalidate: () => true,
      children: [
        {
          index: true,
          // Of two redirects the router follows the inner one, and `enter` would store its target as the page
          // the user asked for.
          loader: () => (mustImprove(input) ? null : toView(homeView(platform, routes))),
        },
        ...views
          .filter((view) => routes.some((route) => route.view === view))
          .map((view) => ({ path: view, loader: () => toView(view) })),
        ...routes.filter((route) => !route.external).map((route) => pageRoute(input, route)),
        { path: 'workbench/luna', loader: () => redirect('/luna/') },
        {
          path: 'terminal/sessions/:id',
          loader: ({ params, request }) =>
            redirect(`/audit/sessions/sessions/${params.id}${new URL(request.url).search}`),
        },
        // Older addresses of the log pages.
        {
          path: 'audit/audits/*',
          loader: ({ params, request }) =>
            redirect(`/audit/logs/${params['*'] ?? ''}${new URL(request.url).search}`),
        },
        { path: 'redirect/*', Component: Redirecting },
        {
          path: '403',
          lazy: async () => ({ Component: (await import('../pages/NoPermission.tsx')).NoPermission }),
        },
        { path: '404', lazy: notFound },
        { path: '*', loader: ({ request }) => elsewhere(input, request) },
      ],
    },
  ];
};

const notFound = async () => ({ Component: (await import('../pages/NotFound.tsx')).NotFound });

const pageRoute = (input: Input, route: RouteMeta): RouteObject => ({
  path: route.path.slice(1),
  handle: route,
  // An address that no row can have is unknown; it is not the address of a row that was deleted.
  loader: ({ params }) => (canBeRow(route, params.id) ? null : redirect('/404')),
  ErrorBoundary: BrokenPage,
  lazy: async () => {
    const Page = await input.loaderOf(route)?.();
    return Page ? { element: <PageHost route={route} Page={Page} /> } : notFound();
  },
});

const improvement = '/profile/improvement';
/** Whether the user must complete the profile form first. */
const mustImprove = ({ platform, routes }: Pick<Input, 'platform' | 'routes'>): boolean =>
  platform.session.get().profile?.is_first_login === true && findRoute(routes, improvement) !== undefined;

/**
 * Runs before every page: enters its area and organization; redirects if the area is refused, or if the user
 * has to complete the profile first.
 */
const enter = async ({ platform, routes }: Input, { request }: LoaderFunctionArgs) => {
  const { pathname, search } = new URL(request.url);
  const path = withoutBase(pathname);
  const refused = await platform.startUp.enter(
    viewOf(path) ?? viewOf(path.replace(/^\/redirect/, '')),
    findRoute(routes, path)?.disableOrgsChange ?? false,
    path,
  );
  if (refused) {
    platform.session.set({ initialised: false });
    return redirect(defaultPathOf(routes, platform.session.get().perms, refused));
  }
  if (mustImprove({ platform, routes }) && path !== improvement) {
    platform.session.set({ askedPath: path === '/' ? undefined : path.replace(/^\/redirect/, '') + search });
    return redirect(improvement);
  }
  return null;
};

/** The stored area if it is permitted and has pages, else the first such area, else the profile. */
const homeView = (platform: Platform, routes: readonly RouteMeta[]): View => {
  const { profile, perms } = platform.session.get();
  const permitted = profile ? permittedViews({ profile, has: (permission) => perms.has(permission) }) : [];
  const usable = permitted.filter((view) => routes.some((route) => route.view === view));
  const stored = platform.storage.preView.get();
  return usable.find((view) => view === stored) ?? usable[0] ?? 'profile';
};

const elsewhere = ({ platform, routes }: Input, request: Request) => {
  const { pathname, search } = new URL(request.url);
  const full = expandPath(routes, platform.session.get().perms, withoutBase(pathname));
  return redirect(full ? full + search : '/404');
};
