import { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { implement } from '../../engine/actions/implement.ts';
import { addRoute, type HttpPorts, queryOf, type Route } from '../../engine/http.ts';
import { columnsOf } from '../../engine/routes/describeRoutes.ts';
import { categoryEntries, constraintsEntry } from './categories.ts';
import { coveringPlatforms } from './coveringPlatforms.ts';
import { methodOptions, methodRows } from './methodMeta.ts';
import { plainPage } from './plainPage.ts';
import { protocolChoices, protocolOptions, protocolRows } from './protocolMeta.ts';

const base = '/api/v1/assets/';

const categoryRoutes = (isEnterprise: () => boolean): Route[] => [
  {
    method: 'GET',
    url: `${base}categories/`,
    need: 'validUser',
    shows: columnsOf({ value: 'string', label: 'string', types: 'list' }),
    handle: async (ctx, request) => ({
      body: plainPage(await categoryEntries(isEnterprise(), ctx), request),
    }),
  },
  {
    method: 'GET',
    url: `${base}categories/types/`,
    need: 'validUser',
    shows: columnsOf({ value: 'string', label: 'string', category: 'string', constraints: 'field' }),
    handle: async (ctx, request) => {
      const entries = await categoryEntries(isEnterprise(), ctx);
      return {
        body: plainPage(
          entries.flatMap(({ types }) => types),
          request,
        ),
      };
    },
  },
  {
    method: 'GET',
    url: `${base}categories/constraints/`,
    need: 'validUser',
    handle: async (ctx, request) => ({ body: await constraintsEntry(queryOf(request), ctx) }),
  },
];

const protocolRoutes = (isEnterprise: () => boolean): Route[] => [
  {
    method: 'GET',
    url: `${base}protocols/`,
    need: 'validUser',
    shows: columnsOf({ label: 'string', value: 'string' }),
    handle: async (_ctx, request) => ({ body: plainPage(protocolChoices(isEnterprise()), request) }),
  },
  {
    method: 'GET',
    url: `${base}protocol-settings/`,
    need: 'assets.add_platform',
    handle: async (ctx, request) => ({
      body: plainPage(await protocolRows(queryOf(request), ctx), request),
    }),
  },
  {
    method: 'OPTIONS',
    url: `${base}protocol-settings/`,
    need: 'validUser',
    handle: async (ctx, request) => ({ body: await protocolOptions(queryOf(request), isEnterprise(), ctx) }),
  },
];

const methodRoutes: Route[] = [
  {
    method: 'GET',
    url: `${base}platform-automation-methods/`,
    need: 'validUser',
    handle: async (ctx, request) => ({ body: plainPage(methodRows(ctx), request) }),
  },
  {
    method: 'OPTIONS',
    url: `${base}platform-automation-methods/`,
    need: 'validUser',
    handle: async (ctx) => ({ body: methodOptions(ctx) }),
  },
];

/** What may be said of platforms: categories, types, protocols and automation methods. */
export const addPlatformRoutes = (ports: HttpPorts, deps: { isEnterprise: () => boolean }): void => {
  const routes = [
    ...categoryRoutes(deps.isEnterprise),
    ...protocolRoutes(deps.isEnterprise),
    ...methodRoutes,
  ];
  for (const route of routes) addRoute(ports, route);
  implement(ports, platform, {
    filterNodesAssets: async ({ ctx, request }) => ({ body: await coveringPlatforms(request.body, ctx) }),
  });
};
