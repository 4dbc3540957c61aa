import { AppError } from '@gatehouse/contract/errors.ts';
import type { FieldMeta, MetaType, OptionsBody } from '@gatehouse/contract/wire/options.ts';
import type { Context } from '../context.ts';
import { mentioned, retell } from '../fields/told.ts';
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

const columnMetas = (types: Readonly<Record<string, MetaType>>, ctx: Context): Record<string, FieldMeta> =>
  Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, readColumn(type, columnLabel(name, ctx))]),
  );

/** Columns of rows that belong to no resource; those in `asked` are told as required of a request. */
export const columnsOf = (
  types: Readonly<Record<string, MetaType>>,
  asked: readonly string[] = [],
): Shown => ({
  columns: (ctx) =>
    Object.fromEntries(
      Object.entries(columnMetas(types, ctx)).map(([name, meta]) => [
        name,
        asked.includes(name) ? retell(meta, { required: true, read_only: false }) : meta,
      ]),
    ),
});

/** Columns that rows have are told with another type; others are only mentioned. */
const withMentions = (
  metas: Record<string, FieldMeta>,
  mentions: Readonly<Record<string, MetaType>>,
  ctx: Context,
): Record<string, FieldMeta> => ({
  ...metas,
  ...Object.fromEntries(
    Object.entries(columnMetas(mentions, ctx)).map(([name, mention]) => {
      const known = metas[name];
      return [name, known ? retell(known, { type: mention.type }) : mentioned(mention)];
    }),
  ),
});

const rowsOptions = async (
  { rows, fields, mentions = {}, also }: Extract<Shown, { rows: string }>,
  query: URLSearchParams,
  ctx: Context,
): Promise<OptionsBody> => {
  const options = await readOptions(ctx.engine.resource(rows), query, ctx, also);
  const chosen = (metas: Record<string, FieldMeta>) =>
    Object.fromEntries(Object.entries(metas).filter(([name]) => !fields || fields.includes(name)));
  const actions = Object.entries(options.actions).map(([method, metas]) => [
    method,
    withMentions(chosen(metas), mentions, ctx),
  ]);
  return { ...options, actions: Object.fromEntries(actions) };
};

/** The same fields under GET and further methods. */
const underEach = (metas: Record<string, FieldMeta>, also: Shown['also'] = []) =>
  Object.fromEntries(['GET', ...also].map((method) => [method, metas]));

/** Name of an address, made of its words: `/api/v1/assets/nodes/:id/children/` is `assets nodes children`. */
const nameOf = (url: string): string =>
  url
    .split('/')
    .slice(3)
    .filter((step) => step && !step.startsWith(':'))
    .join(' ');

const describe = (url: string, shows: Shown | undefined, query: URLSearchParams, ctx: Context) => {
  if (!shows) return plainOptions(nameOf(url));
  if ('refused' in shows) throw new AppError('method_not_allowed');
  if ('form' in shows) return describeForm(shows.form, ctx, shows.also);
  if ('rows' in shows) return rowsOptions(shows, query, ctx);
  return plainOptions(nameOf(url), underEach(shows.columns(ctx), shows.also));
};

/**
 * Gives OPTIONS to every address of the API without one, so that no flow can forget it: what a GET
 * shows, or just that the address exists. Must run after all other routes.
 */
export const describeRoutes = (ports: HttpPorts, served: readonly ServedRoute[]): void => {
  const described = new Set(served.filter(({ method }) => method === 'OPTIONS').map(({ url }) => url));
  const addresses = new Map<string, ServedRoute>();
  for (const route of served)
    if (/^\/api\/(v1|health)\//.test(route.url) && !described.has(route.url))
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
