import type { FieldMeta, MetaType, OptionsBody } from '@gatehouse/contract/wire/options.ts';
import type { Context } from '../context.ts';
import { describeForm } from '../form.ts';
import { addRoute, type HttpPorts, queryOf, type ServedRoute, type Shown } from '../http.ts';
import { plainOptions, readOptions } from '../metadata.ts';

/** Metadata of a read-only column. */
export const readColumn = (type: MetaType, label: string): FieldMeta => ({
  type,
  required: false,
  read_only: true,
  write_only: false,
  label,
});

const columnLabel = (name: string, ctx: Context): string => {
  if (name === 'id') return 'ID';
  const own = ctx.t(`columns.${name}`);
  return own === `columns.${name}` ? ctx.t(`common.fields.${name}`) : own;
};

/** Columns of rows that belong to no resource. */
export const columnsOf = (types: Readonly<Record<string, MetaType>>): Shown => ({
  columns: (ctx) =>
    Object.fromEntries(
      Object.entries(types).map(([name, type]) => [name, readColumn(type, columnLabel(name, ctx))]),
    ),
});

const rowsOptions = async (
  { rows, fields }: { rows: string; fields?: readonly string[] },
  query: URLSearchParams,
  ctx: Context,
): Promise<OptionsBody> => {
  const options = await readOptions(ctx.engine.resource(rows), query, ctx);
  const columns = Object.entries(options.actions.GET);
  const shown = fields ? columns.filter(([name]) => fields.includes(name)) : columns;
  return { ...options, actions: { GET: Object.fromEntries(shown) } };
};

/** Name of an address, made of its words: `/api/v1/assets/nodes/:id/children/` is `assets nodes children`. */
const nameOf = (url: string): string =>
  url
    .split('/')
    .slice(3)
    .filter((step) => step && !step.startsWith(':'))
    .join(' ');

const describe = (url: string, shows: Shown | undefined, query: URLSearchParams, ctx: Context) => {
  if (!shows) return plainOptions(nameOf(url));
  if ('form' in shows) return describeForm(shows.form, ctx);
  if ('rows' in shows) return rowsOptions(shows, query, ctx);
  return plainOptions(nameOf(url), { GET: shows.columns(ctx) });
};

/**
 * Gives OPTIONS to every address under `/api/v1/` without one, so that no flow can forget it: what a GET
 * shows, or just that the address exists. Must run after all other routes.
 */
export const describeRoutes = (ports: HttpPorts, served: readonly ServedRoute[]): void => {
  const described = new Set(served.filter(({ method }) => method === 'OPTIONS').map(({ url }) => url));
  const addresses = new Map<string, ServedRoute>();
  for (const route of served)
    if (route.url.startsWith('/api/v1/') && !described.has(route.url))
      if (route.method === 'GET' || !addresses.has(route.url)) addresses.set(route.url, route);
  for (const [url, { method, shows, confirm }] of addresses)
    addRoute(ports, {
      method: 'OPTIONS',
      url,
      need: 'validUser',
      confirm: method === 'GET' ? confirm : undefined,
      handle: async (ctx, request) => ({ body: await describe(url, shows, queryOf(request), ctx) }),
    });
};
