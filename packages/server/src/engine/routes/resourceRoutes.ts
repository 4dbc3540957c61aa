import { AppError } from '@gatehouse/contract/errors.ts';
import type { MetaType } from '@gatehouse/contract/wire/options.ts';
import type { FastifyRequest } from 'fastify';
import { asksForAbilities } from '../abilities.ts';
import type { Context } from '../context.ts';
import { type Answer, addRoute, type HttpPorts, queryOf, type Route, rowId } from '../http.ts';
import { optionsOf } from '../metadata.ts';
import { resourceDocs } from '../openapi/schema.ts';
import { destroy, destroyMany } from '../operations/destroy.ts';
import { destroyNamed } from '../operations/destroyNamed.ts';
import { etagOf } from '../operations/etag.ts';
import {
  findRow,
  type ListOptions,
  type ListResult,
  listRows,
  presentOne,
  withAbilities,
} from '../operations/read.ts';
import { create, update, updateMany } from '../operations/write.ts';
import type { Need } from '../permission.ts';
import { type FieldChoice, presentRows, readableFields } from '../present.ts';
import { operationsOf, permissionOf, type Resource, type Row } from '../resource.ts';
import { undoable } from '../undo/undoable.ts';

/** Serves a format other than JSON (exports, templates); undefined for JSON. */
export type Renderer = (
  resource: Resource,
  request: FastifyRequest,
  ctx: Context,
) => Promise<Answer | undefined>;

const comma = (value: string | null) =>
  value
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Field choice of a query, for single rows. */
export const fieldChoice = (query: URLSearchParams) => ({
  only: comma(query.get('fields')),
  without: comma(query.get('fields!')),
});

/** The wire shape of a list: bare array, or a page with absolute links (protocol reference §6.2). */
export const pageOf = (result: ListResult, request: FastifyRequest): unknown => {
  const { rows, count, limit, offset, isEstimate } = result;
  if (limit === undefined || count === undefined) return rows;
  const link = (to: number): string => {
    const url = new URL(request.raw.url ?? '/', 'http://localhost');
    url.searchParams.set('limit', String(limit));
    if (to > 0) url.searchParams.set('offset', String(to));
    else url.searchParams.delete('offset');
    return `${request.protocol}://${request.headers.host ?? 'localhost'}${url.pathname}${url.search}`;
  };
  const hasMore = result.hasMore ?? offset + limit < count;
  return {
    count,
    ...(isEstimate && { count_is_estimate: true }),
    next: hasMore ? link(offset + limit) : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    results: rows,
  };
};

/** The version of the row that a change is based on; absent: any. */
const precondition = ({ headers }: FastifyRequest): { ifMatch?: string } => ({
  ifMatch: headers['if-match'],
});

/** A row with its version tag. Not cached: a tag is for `If-Match`, not for revalidation. */
export const tagged = async (
  resource: Resource,
  row: Row,
  ctx: Context,
  choice: FieldChoice = {},
): Promise<Answer> => {
  const body = await presentOne(resource, row, ctx, choice);
  return {
    body,
    headers: { etag: await etagOf(resource, row, ctx, body), 'cache-control': 'no-store' },
  };
};

const collectionRoutes = (resource: Resource, url: string, render: Renderer): Route[] => {
  const need = (verb: Parameters<typeof permissionOf>[1]) => permissionOf(resource, verb);
  const confirm = resource.definition.confirm ?? {};
  const docs = resourceDocs(resource.key);
  const present = (rows: Awaited<ReturnType<typeof create>>, ctx: Context) =>
    presentRows(resource, rows, readableFields(resource, 'retrieve', {}, ctx), ctx);
  return [
    {
      method: 'OPTIONS',
      url,
      need: 'validUser',
      confirm: confirm.list,
      handle: async (ctx, request) => ({ body: await optionsOf(resource, queryOf(request), ctx) }),
    },
    {
      method: 'GET',
      url,
      need: need('view'),
      confirm: confirm.list,
      docs: docs.list,
      handle: async (ctx, request) =>
        (await render(resource, request, ctx)) ?? {
          body: pageOf(await listRows(resource, queryOf(request), ctx), request),
        },
    },
    {
      method: 'POST',
      url,
      need: need('add'),
      confirm: confirm.create,
      docs: docs.create,
      handle: async (ctx, request) => {
        const rows = await present(await create(resource, request.body, ctx), ctx);
        return { body: Array.isArray(request.body) ? rows : rows[0] };
      },
    },
    ...(['PUT', 'PATCH'] as const).map(
      (method): Route => ({
        method,
        url,
        need: need('change'),
        confirm: confirm.update,
        docs: docs.updateMany,
        handle: (ctx, request) =>
          undoable(resource, ctx, request, async (noted) => ({
            body: await present(
              await updateMany(resource, request.body, method === 'PUT' ? 'replace' : 'patch', noted),
              ctx,
            ),
          })),
      }),
    ),
    {
      method: 'DELETE',
      url,
      need: need('delete'),
      confirm: confirm.destroy,
      docs: docs.destroyMany,
      handle: (ctx, request) =>
        undoable(resource, ctx, request, async (noted) => {
          await destroyMany(resource, queryOf(request), noted);
          return {};
        }),
    },
  ];
};

const rowRoutes = (resource: Resource, url: string): Route[] => {
  const need = (verb: Parameters<typeof permissionOf>[1]) => permissionOf(resource, verb);
  const confirm = resource.definition.confirm ?? {};
  const docs = resourceDocs(resource.key);
  return [
    {
      method: 'OPTIONS',
      url,
      need: 'validUser',
      confirm: confirm.retrieve,
      handle: async (ctx, request) => ({
        body: await optionsOf(resource, queryOf(request), ctx, ['retrieve']),
      }),
    },
    {
      method: 'GET',
      url,
      need: need('view'),
      confirm: confirm.retrieve,
      docs: docs.retrieve,
      handle: async (ctx, request) => {
        const query = queryOf(request);
        const row = await findRow(resource, rowId(request), ctx);
        const answer = await tagged(resource, row, ctx, fieldChoice(query));
        if (!asksForAbilities(query)) return answer;
        const [body] = await withAbilities(resource, [row], [answer.body as object], ctx);
        return { ...answer, body };
      },
    },
    ...(['PUT', 'PATCH'] as const).map(
      (method): Route => ({
        method,
        url,
        need: need('change'),
        confirm: confirm.update,
        docs: docs.update,
        handle: (ctx, request) =>
          undoable(resource, ctx, request, async (noted) => {
            const mode = method === 'PUT' ? 'replace' : 'patch';
            const row = await update(
              resource,
              rowId(request),
              request.body,
              mode,
              noted,
              precondition(request),
            );
            return tagged(resource, row, ctx);
          }),
      }),
    ),
    {
      method: 'DELETE',
      url,
      need: need('delete'),
      confirm: confirm.destroy,
      docs: docs.destroy,
      handle: async (ctx, request) => {
        const ids = rowId(request).split(',');
        const state = precondition(request);
        if (ids.length > 1 && state.ifMatch !== undefined) throw new AppError('state_of_many');
        return undoable(resource, ctx, request, async (noted) => {
          if (ids.length > 1) await destroyNamed(resource, ids, noted);
          else await destroy(resource, rowId(request), noted, state);
          return {};
        });
      },
    },
  ];
};

/**
 * Methods that are refused, at an address whose every read needs a confirmation or whose every request needs a
 * query parameter: these come first, as everywhere there.
 */
const refusingRoutes = (resource: Resource, url: string): Route[] => {
  const { confirm: { list, retrieve } = {}, neededQuery } = resource.definition;
  const served = operationsOf(resource);
  const isReadOnly = served.every((verb) => verb === 'list' || verb === 'retrieve');
  const isConfirmed = list !== undefined && retrieve !== undefined && isReadOnly;
  if (!isConfirmed && neededQuery === undefined) return [];
  const refusing = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', at: string): Route => ({
    method,
    url: at,
    need: permissionOf(resource, 'view'),
    confirm: retrieve,
    docs: false,
    handle: () => Promise.reject(new AppError('method_not_allowed')),
  });
  return [
    ...(isReadOnly ? [refusing('POST', url)] : []),
    ...(['PUT', 'PATCH', 'DELETE'] as const)
      .filter((method) => !served.includes(operationOf(method, true)))
      .map((method) => refusing(method, `${url}:id/`)),
  ];
};

const operationOf = (method: string, isRow: boolean) => {
  if (method === 'GET') return isRow ? 'retrieve' : 'list';
  if (method === 'POST') return 'create';
  return method === 'DELETE' ? 'destroy' : 'update';
};

/** The first rows of a list, ten unless the query sets a limit, for fields with suggestions. */
export const suggest = async (
  resource: Resource,
  request: FastifyRequest,
  ctx: Context,
  { more, query = queryOf(request) }: { more?: ListOptions; query?: URLSearchParams } = {},
): Promise<unknown> => {
  const isPaged = query.has('limit');
  if (!isPaged) query.set('limit', '10');
  const result = await listRows(resource, query, ctx, {
    ...more,
    allowed: true,
    ...(isPaged ? {} : { withoutCount: true }),
  });
  return isPaged ? pageOf(result, request) : result.rows;
};

const suggestionRoute = (resource: Resource, url: string, need: Need): Route => ({
  method: 'GET',
  url: `${url}suggestions/`,
  need,
  shows: { rows: resource.key },
  docs: resourceDocs(resource.key).suggestions,
  handle: async (ctx, request) => ({ body: await suggest(resource, request, ctx) }),
});

/** Serves the suggestions of a resource in place of the engine; `more` are columns that only these have. */
export const serveSuggestions = (
  ports: HttpPorts,
  resource: Resource,
  find: (ctx: Context, request: FastifyRequest) => Promise<unknown>,
  more: Readonly<Record<string, MetaType>> = {},
): void => {
  const need = resource.definition.suggestions;
  if (need === undefined) throw new Error(`${resource.key} declares no suggestions`);
  for (const url of urlsOf(resource))
    addRoute(
      { ...ports, isVerb: true },
      {
        ...suggestionRoute(resource, url, need),
        shows: { rows: resource.key, mentions: more },
        handle: async (ctx, request) => ({ body: await find(ctx, request) }),
      },
    );
};

/** The route, refusing requests without the query parameter that its resource needs. */
const withNeededQuery = (route: Route, { definition: { neededQuery } }: Resource): Route =>
  neededQuery === undefined
    ? route
    : {
        ...route,
        handle: async (ctx, request, reply) => {
          if (!queryOf(request).get(neededQuery))
            throw new AppError('invalid', { name: neededQuery }, { messageKey: 'query_needed' });
          return route.handle(ctx, request, reply);
        },
      };

/** Paths of a resource. */
export const urlsOf = (resource: Resource): string[] => {
  const { app, path, aliases = [] } = resource.definition;
  return [path, ...aliases].map((alias) =>
    alias.startsWith('/') ? `/api/v1${alias}/` : `/api/v1/${app}/${alias}/`,
  );
};

/**
 * Registers the routes for the verbs, metadata and suggestions of a resource, as its definition allows; those
 * in `except` are left to flows.
 */
export const addResourceRoutes = (
  resource: Resource,
  ports: HttpPorts,
  render: Renderer,
  except: ReadonlySet<string>,
): void => {
  const operations = operationsOf(resource);
  const bulk = resource.definition.bulk !== false;
  const serves = (route: Route, isRow: boolean) => {
    if (route.method === 'OPTIONS') return true;
    if (!isRow && (route.method === 'PUT' || route.method === 'PATCH' || route.method === 'DELETE') && !bulk)
      return false;
    return operations.includes(operationOf(route.method, isRow));
  };
  for (const url of urlsOf(resource)) {
    const suggestions = resource.definition.suggestions;
    const routes = [
      ...collectionRoutes(resource, url, render).filter((route) => serves(route, false)),
      ...rowRoutes(resource, `${url}:id/`).filter((route) => serves(route, true)),
      ...(suggestions ? [suggestionRoute(resource, url, suggestions)] : []),
      ...refusingRoutes(resource, url),
    ];
    for (const route of routes.map((found) => withNeededQuery(found, resource)))
      if (!except.has(`${route.method} ${route.url}`)) addRoute(ports, route);
  }
};
