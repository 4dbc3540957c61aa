import { platformActions } from '@gatehouse/contract/actions/assets.ts';
import {
  getConstraints,
  listAutomationMethods,
  listCategories,
  listProtocolSettings,
  listProtocols,
  listTypes,
} from '@gatehouse/contract/calls/assets.ts';
import { implement } from '../../engine/actions/implement.ts';
import { bind, partsOf } from '../../engine/calls/bind.ts';
import { addRoute, type HttpPorts, queryOf } from '../../engine/http.ts';
import { plainPage } from '../../engine/routes/plainPage.ts';
import { categoryEntries, constraintsEntry } from './categories.ts';
import { coveringPlatforms } from './coveringPlatforms.ts';
import { methodDefaults, methodOptions } from './methodMeta.ts';
import { protocolChoices, protocolOptions, protocolRows } from './protocolMeta.ts';

type Deps = { isEnterprise: () => boolean };

const addCategories = (ports: HttpPorts, { isEnterprise }: Deps) => {
  bind(ports, listCategories, async ({ ctx, request }) =>
    plainPage(await categoryEntries(isEnterprise(), ctx), request, ctx),
  );
  bind(ports, listTypes, async ({ ctx }) =>
    (await categoryEntries(isEnterprise(), ctx)).flatMap(({ types }) => types),
  );
  bind(ports, getConstraints, async ({ ctx, query }) => constraintsEntry(query, ctx));
};

const addProtocols = (ports: HttpPorts, { isEnterprise }: Deps) => {
  bind(ports, listProtocols, async ({ ctx, request }) =>
    plainPage(protocolChoices(isEnterprise()), request, ctx),
  );
  bind(ports, listProtocolSettings, async ({ ctx, query, request }) =>
    plainPage(await protocolRows(query, ctx), request, ctx),
  );
  addRoute(ports, {
    method: 'OPTIONS',
    url: partsOf(listProtocolSettings.addresses[0]).url,
    need: 'validUser',
    handle: async (ctx, request) => ({ body: await protocolOptions(queryOf(request), isEnterprise(), ctx) }),
  });
};

const addMethods = (ports: HttpPorts) => {
  bind(ports, listAutomationMethods, ({ ctx }) => methodDefaults(ctx));
  addRoute(ports, {
    method: 'OPTIONS',
    url: partsOf(listAutomationMethods.addresses[0]).url,
    need: 'validUser',
    handle: async (ctx) => ({ body: await methodOptions(ctx) }),
  });
};

/**
 * Registers categories, types, constraints, protocols, automation methods, and the platforms of chosen assets
 * and nodes.
 */
export const addPlatformRoutes = (ports: HttpPorts, deps: Deps): void => {
  addCategories(ports, deps);
  addProtocols(ports, deps);
  addMethods(ports);
  implement(ports, platformActions, {
    filterNodesAssets: async ({ ctx, body }) => coveringPlatforms(await body(), ctx),
  });
};
