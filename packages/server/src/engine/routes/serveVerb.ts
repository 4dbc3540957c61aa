import { addRoute, type Handler, type HttpPorts, type Route } from '../http.ts';
import { resourceDocs } from '../openapi/schema.ts';
import { permissionOf, type Resource } from '../resource.ts';
import { urlsOf } from './resourceRoutes.ts';

type Docs = ReturnType<typeof resourceDocs>;
type Way = Pick<Route, 'method'> & {
  permission: Parameters<typeof permissionOf>[1];
  confirm: 'list' | 'retrieve' | 'create' | 'update';
  docs: keyof Docs;
  path?: ':id/';
};

const ways = {
  list: { method: 'GET', permission: 'view', confirm: 'list', docs: 'list' },
  retrieve: { method: 'GET', permission: 'view', confirm: 'retrieve', docs: 'retrieve', path: ':id/' },
  create: { method: 'POST', permission: 'add', confirm: 'create', docs: 'create' },
  replace: { method: 'PUT', permission: 'change', confirm: 'update', docs: 'update', path: ':id/' },
  patch: { method: 'PATCH', permission: 'change', confirm: 'update', docs: 'update', path: ':id/' },
  replaceMany: { method: 'PUT', permission: 'change', confirm: 'update', docs: 'updateMany' },
  patchMany: { method: 'PATCH', permission: 'change', confirm: 'update', docs: 'updateMany' },
} as const satisfies Record<string, Way>;

/** A verb of a resource at one of its addresses. */
export type Verb = keyof typeof ways;

const pathOf = (verb: Verb): string => {
  const way: Way = ways[verb];
  return way.path ?? '';
};

/**
 * `METHOD url` of a verb at every address of a resource: what the engine leaves to a flow that serves the
 * verb.
 */
export const addressesOf = (urls: readonly string[], ...verbs: readonly Verb[]): string[] =>
  urls.flatMap((url) => verbs.map((verb) => `${ways[verb].method} ${url}${pathOf(verb)}`));

/**
 * Serves a verb of a resource in place of the engine. Address, permission and confirmation are still those of
 * the definition, and the answer must have the engine's form: rows of the resource.
 */
export const serveVerb = (ports: HttpPorts, resource: Resource, verb: Verb, handle: Handler): void => {
  const { method, permission, confirm, docs } = ways[verb];
  for (const url of urlsOf(resource))
    addRoute(
      { ...ports, isVerb: true },
      {
        method,
        url: `${url}${pathOf(verb)}`,
        need: permissionOf(resource, permission),
        confirm: resource.definition.confirm?.[confirm],
        docs: resourceDocs(resource.key)[docs],
        handle,
      },
    );
};
