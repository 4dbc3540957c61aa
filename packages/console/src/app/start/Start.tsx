import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { usePlatform } from '../../platform/Platform.tsx';
import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { createRouteNames } from '../../platform/route/routeNames.ts';
import { RouteNamesContext } from '../../platform/route/useRouteNames.ts';
import type { StartOutcome } from '../../platform/session/startUp.ts';
import { categoriesQuery } from '../../platform/session/useCategories.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { Spinner } from '../../theme/state/Spinner.tsx';
import { pageLoaderOf } from '../pages/pageLoaders.ts';
import { ShellContext } from '../shell/ShellContext.ts';
import { createTagStore, type TagStore } from '../shell/tags/tagStore.ts';
import { createRouter } from './createRouter.tsx';
import { ResourceInputs } from './ResourceInputs.tsx';
import { routesOf } from './routesOf.ts';
import { StartFailed } from './StartFailed.tsx';

type Ready = { routes: RouteMeta[]; router: ReturnType<typeof createRouter>; tags: TagStore };

/** Loads user, settings and organization, then builds the installation's routes and shows the page. */
export function Start() {
  const platform = usePlatform();
  const [ready, setReady] = useState<Ready>();
  const [failure, setFailure] = useState<Extract<StartOutcome, { kind: 'failed' }>>();

  useEffect(() => {
    let isGone = false;
    void platform.startUp.load().then((outcome) => {
      if (isGone || outcome.kind === 'login') return;
      if (outcome.kind === 'failed') return setFailure(outcome);
      try {
        const routes = routesOf(platform.session.get());
        setReady({
          routes,
          tags: createTagStore(),
          router: createRouter({ platform, routes, loaderOf: pageLoaderOf }),
        });
      } catch (error) {
        return setFailure({ kind: 'failed', error, untrustedHost: false });
      }
      void platform.queryClient.prefetchQuery(categoriesQuery(platform.http));
    });
    return () => {
      isGone = true;
    };
  }, [platform]);

  if (failure) return <StartFailed failure={failure} />;
  return ready ? <Running ready={ready} /> : <Spinner />;
}

function Running({ ready }: { ready: Ready }) {
  const { perms } = useSession();
  const { routes, tags, router } = ready;
  return (
    <ShellContext value={{ routes, tags }}>
      <RouteNamesContext value={createRouteNames(routes, perms)}>
        <ResourceInputs>
          <RouterProvider router={router} />
        </ResourceInputs>
      </RouteNamesContext>
    </ShellContext>
  );
}
