import { readFileSync } from 'node:fs';
import { routeTable } from '../../../packages/console/src/app/routes/table.ts';
import type { RouteMeta } from '../../../packages/console/src/platform/route/RouteMeta.ts';
import { remarks, rowNames, untoured } from './remarks.ts';
import type { Sight, Stop } from './Stop.ts';

const texts = new URL('../../../packages/console/src/locales/en/shell.json', import.meta.url);
const titles = (JSON.parse(readFileSync(texts, 'utf8')) as { route: Record<string, string> }).route;

const rowOf = ({ resourceKey = '' }: RouteMeta) => rowNames[resourceKey] ?? resourceKey.split('.')[1] ?? '';

/** In the console area the menu group may be left out of an address. */
const shortPath = ({ view, path }: RouteMeta): string => {
  const [, area, group, ...rest] = path.split('/');
  return view === 'console' && rest.length > 0 ? [area, ...rest].join('/') : [area, group, ...rest].join('/');
};

const sightOf = ({ action, resourceKey }: RouteMeta): Sight => {
  if (action === 'create') return 'empty form';
  if (action === 'update') return 'filled form';
  if (action === 'retrieve') return 'detail';
  return resourceKey ? 'table' : 'page';
};

const headingOf = (route: RouteMeta): Stop['heading'] => {
  if (route.action === 'create') return /^Create /;
  if (route.action === 'update') return /^Update /;
  return route.action === 'retrieve' ? `:${rowOf(route)}` : (titles[route.name] ?? route.name);
};

const stopOf = (route: RouteMeta): Stop => ({
  ids: '',
  sight: sightOf(route),
  heading: headingOf(route),
  ...(route.url && { url: route.url }),
  ...remarks[route.name],
  path: (remarks[route.name]?.path ?? shortPath(route)).replace(':id', `:${rowOf(route)}`),
});

/**
 * The pages of the console: those of the resources, as their definitions declare them, and its own; without
 * external ones and those in `untoured`.
 */
export const tour: Stop[] = routeTable
  .filter(({ name, external }) => !external && !untoured.includes(name))
  .map(stopOf);
