import { addRoute, type HttpPorts, queryOf } from '../http.ts';
import { optionsOf } from '../metadata.ts';

/** A list that shows rows of a resource under an address of its own; `fields` when it shows only some. */
export type ListedRows = { url: string; lists: string; fields?: readonly string[] };

/** OPTIONS of such a list: only how it is read, from which tables take their columns. */
export const addListMeta = (ports: HttpPorts, { url, lists, fields }: ListedRows): void =>
  addRoute(ports, {
    method: 'OPTIONS',
    url,
    need: 'validUser',
    handle: async (ctx, request) => {
      const options = await optionsOf(ctx.engine.resource(lists), queryOf(request), ctx);
      const columns = Object.entries(options.actions?.GET ?? {});
      const shown = fields ? columns.filter(([name]) => fields.includes(name)) : columns;
      return { body: { ...options, actions: { GET: Object.fromEntries(shown) } } };
    },
  });
