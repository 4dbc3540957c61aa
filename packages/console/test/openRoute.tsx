import { permissionName, permissions } from '@gatehouse/contract/permissions/catalogue.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { pagePropsOf } from '../src/app/pages/PageHost.tsx';
import { pageLoaderOf } from '../src/app/pages/pageLoaders.ts';
import { routeTable } from '../src/app/routes/table.ts';
import { createRouteNames } from '../src/platform/route/routeNames.ts';
import { answerTo } from './answerTo.ts';
import { definedOptions } from './definedOptions.ts';
import type { Caller } from './fakePlatform.ts';
import type { Seen } from './fakeServer.ts';
import { renderPage } from './renderPage.tsx';
import { pageOf } from './sampleRow.ts';

/** Every permission that exists. */
export const everything: readonly string[] = permissions.map(permissionName);

/** Every permission except these. */
export const allBut = (...missing: string[]): string[] =>
  everything.filter((name) => !missing.includes(name));

const collections = everyDefinition.map((definition) => ({
  definition,
  url: `/api/v1/${definition.app}/${definition.path}/`,
}));

const nothing = ({ query }: Seen) => (query.limit === undefined ? [] : pageOf([]));

/** The answer for any resource of a server that has no rows. */
const usual = (address: string): unknown => {
  const [method, path = ''] = address.split(' ');
  const found = collections.find(({ url }) => path === url || path.replace(/[^/]+\/$/, '') === url);
  if (method === 'OPTIONS' && found) return definedOptions(found.definition);
  return method === 'GET' && found?.url === path ? nothing : undefined;
};

/**
 * Opens a console page by the name of its route, by default for a user with every permission. The fake server
 * answers OPTIONS from the definitions, and has only the rows in `routes`.
 */
export const openRoute = async (
  name: string,
  input: {
    params?: Record<string, string>;
    query?: Record<string, string>;
    /** Name of the tab shown first. */
    tab?: string | undefined;
    routes?: Record<string, unknown>;
    caller?: Caller | undefined;
    width?: number;
  } = {},
) => {
  const route = routeTable.find((each) => each.name === name);
  if (!route) throw new Error(`${name} is no route`);
  const Page = await pageLoaderOf(route)?.();
  if (!Page) throw new Error(`${name} has no page`);
  const own = {
    ...answerTo('POST /api/v1/common/resources/cache/', { spm: 'token' }),
    ...answerTo('GET /api/v1/assets/nodes/children/tree/', []),
    ...answerTo('GET /api/v1/assets/nodes/category/tree/', []),
    ...input.routes,
  };
  const routes = new Proxy<Record<string, unknown>>(own, {
    get: (given, address: string) => given[address] ?? usual(address),
  });
  const query = { ...input.query, ...(input.tab && { activeTab: input.tab }) };
  return renderPage({
    page: <Page {...pagePropsOf(route)} />,
    routes,
    caller: { perms: everything, hasLicence: true, ...input.caller },
    at: createRouteNames(routeTable, new Set()).path(name, input.params, query) ?? '/',
    pattern: route.path,
    name,
    table: routeTable,
    ...(input.width && { width: input.width }),
  });
};
