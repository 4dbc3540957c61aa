import { label as labelDefinition } from '@gatehouse/contract/resources/labels/label.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { type ActionInput, implement } from '../../engine/actions/implement.ts';
import type { Context } from '../../engine/context.ts';
import { addRoute, type HttpPorts, queryOf, type Route } from '../../engine/http.ts';
import { resourceTitle } from '../../engine/labels.ts';
import { findRow } from '../../engine/operations/read.ts';
import { scopeOf } from '../../engine/query.ts';
import { columnsOf } from '../../engine/routes/describeRoutes.ts';
import { containing } from '../../platform/database.ts';
import { labelledTypes } from '../../resources/labels/labeledresource/labelledTypes.ts';
import { bindableRows, bindRows, rowsOfLabel, typeOf } from './labelledRows.ts';

const base = '/api/v1/labels/';

const keys = async ({ ctx, resource, request }: ActionInput<typeof labelDefinition, unknown>) => {
  const term = queryOf(request).get('search') ?? '';
  const rows = await ctx.db.rows<{ name: string }>(sql`select distinct t.name from labels_label t
    where ${await scopeOf(resource, ctx)} and t.name ilike ${containing(term)} order by t.name`);
  return { body: rows.map(({ name }) => name) };
};

const appName = (app: string, ctx: Context): string => ctx.t(`inventory.apps.${app}`);

const shownTypes = columnsOf({
  id: 'integer',
  app_label: 'string',
  app_display: 'string',
  model: 'string',
  name: 'string',
});
const shownRows = columnsOf({ id: 'field', name: 'string' });

const typeRoutes: Route[] = [
  {
    method: 'GET',
    url: `${base}resource-types/`,
    need: 'rbac.view_contenttype',
    shows: shownTypes,
    handle: async (ctx) => ({
      body: labelledTypes.map(({ key }, index) => {
        const [app = '', model = ''] = key.split('.');
        const name = resourceTitle(ctx.engine.resource(key), ctx);
        return { id: index + 1, app_label: app, app_display: appName(app, ctx), model, name };
      }),
    }),
  },
  {
    method: 'GET',
    url: `${base}resource-types/:type/resources/`,
    need: 'rbac.view_contenttype',
    shows: shownRows,
    handle: async (ctx, request) => {
      const { type } = request.params as { type: string };
      return { body: { results: await bindableRows(typeOf(type, ctx), queryOf(request), ctx) } };
    },
  },
];

const boundUrl = `${base}labels/:label/resource-types/:type/resources/`;

const labelAndType = async (request: FastifyRequest, ctx: Context) => {
  const { label, type } = request.params as { label: string; type: string };
  return { label: await findRow(ctx.engine.resource(labelDefinition), label, ctx), type: typeOf(type, ctx) };
};

const boundRoutes: Route[] = [
  {
    method: 'GET',
    url: boundUrl,
    need: 'labels.view_labeledresource',
    shows: shownRows,
    handle: async (ctx, request) => {
      const { label, type } = await labelAndType(request, ctx);
      return { body: await rowsOfLabel(label, type, queryOf(request), ctx) };
    },
  },
  {
    method: 'PUT',
    url: boundUrl,
    need: 'labels.change_labeledresource',
    handle: async (ctx, request) => {
      const { label, type } = await labelAndType(request, ctx);
      return { body: await bindRows(label, type, request.body, ctx) };
    },
  },
];

/** Label names, what labels can be bound to, and binding many rows at once (reference 03 §7). */
export const addLabelRoutes = (ports: HttpPorts): void => {
  implement(ports, labelDefinition, { keys });
  for (const route of [...typeRoutes, ...boundRoutes]) addRoute(ports, route);
};
