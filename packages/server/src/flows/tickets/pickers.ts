import type { Context } from '../../engine/context.ts';
import { addRoute, type HttpPorts, queryOf } from '../../engine/http.ts';
import { type ListOptions, listRows } from '../../engine/operations/read.ts';
import { pageOf, suggestionRoute } from '../../engine/routes/resourceRoutes.ts';
import type { Settings } from '../../platform/settings.ts';
import { type Asked, requestable } from './requestable.ts';

type Picker = { path: string; asked: Asked; view: string; match: string; fields: readonly string[] };

const pickers: readonly Picker[] = [
  {
    path: 'apply-assets',
    asked: 'assets.asset',
    view: 'assets.view_asset',
    match: 'assets.match_asset',
    fields: ['id', 'name', 'address'],
  },
  {
    path: 'apply-nodes',
    asked: 'assets.node',
    view: 'assets.view_node',
    match: 'assets.match_node',
    fields: ['id', 'key', 'value', 'org_id', 'name', 'full_value', 'org_name'],
  },
];

/** What somebody can ask for, to choose from (reference 06 §C.7). */
export const addPickers = (ports: HttpPorts, settings: Settings): void => {
  for (const { path, asked, view, match, fields } of pickers) {
    const resource = ports.engine.resource(asked);
    const url = `/api/v1/tickets/${path}/`;
    const shows = { rows: asked, fields };
    const options = async (ctx: Context): Promise<ListOptions> => {
      const where = await requestable(asked, ctx.actor.id, settings, ctx);
      return { allowed: true, fields, ...(where && { where }) };
    };
    addRoute(ports, {
      method: 'GET',
      url,
      need: ['tickets.view_ticket', view],
      shows,
      handle: async (ctx, request) => ({
        body: pageOf(await listRows(resource, queryOf(request), ctx, await options(ctx)), request),
      }),
    });
    const need = ['tickets.view_ticket', match];
    addRoute(ports, { ...suggestionRoute(resource, url, need, options), shows });
  }
};
