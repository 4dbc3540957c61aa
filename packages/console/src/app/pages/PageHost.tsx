import { type ComponentType, Suspense } from 'react';
import { part } from '../../platform/part/part.ts';
import type { ResourcePageProps, RouteMeta } from '../../platform/route/RouteMeta.ts';
import { RouteMetaContext } from '../../platform/route/useRouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { Spinner } from '../../theme/state/Spinner.tsx';

const NoPermission = part(() => import('./NoPermission.tsx').then((m) => m.NoPermission));

/** Props of a route's page. */
export const pagePropsOf = (route: RouteMeta): ResourcePageProps => ({
  resource: route.resourceKey ?? '',
  url: route.url ?? '',
  name: route.base ?? route.name,
});

/** Shows a page only to users with the permission of its route. */
export function PageHost({ route, Page }: { route: RouteMeta; Page: ComponentType<ResourcePageProps> }) {
  const can = useCan();
  return (
    <RouteMetaContext value={route}>
      <Suspense fallback={<Spinner />}>
        {can(route.permission) ? <Page {...pagePropsOf(route)} /> : <NoPermission need={route.permission} />}
      </Suspense>
    </RouteMetaContext>
  );
}
