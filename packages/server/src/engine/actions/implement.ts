import type { BodyOf, GivenAnswer, QueryOf } from '@gatehouse/contract/call/callTypes.ts';
import type { CallShape } from '@gatehouse/contract/call/defineCall.ts';
import type { ActionSpec, ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { FastifyRequest } from 'fastify';
import { refuseForbidden } from '../abilities.ts';
import { type CallHandler, handlerOf, shownOf, WholeAnswer, whole } from '../calls/bind.ts';
import { docsOf } from '../calls/docs.ts';
import type { Context } from '../context.ts';
import { type Answer, addRoute, type HttpPorts, type Route, rowId } from '../http.ts';
import type { RouteDocs } from '../openapi/schema.ts';
import { findRow } from '../operations/read.ts';
import type { Resource, Row } from '../resource.ts';
import { urlsOf } from '../routes/resourceRoutes.ts';

/** Input of an action's handler. */
export type ActionInput<D extends ResourceDefinition, A> = {
  ctx: Context;
  /** The resource under whose address it was called: its own, or a variant. */
  resource: Resource<D>;
  /** The row named by the address, inside the caller's scope and by the rules of the action; throws 404 when there is none. */
  row(options?: { lock?: true }): Promise<Row<D>>;
  /** Values of the further `:name` steps of its path. */
  params: { readonly [name: string]: string };
  query: QueryOf<A>;
  /** Validates the body on demand, so that a handler may look up the row first. */
  body(): Promise<BodyOf<A>>;
  request: FastifyRequest;
  ports: HttpPorts;
};

/** The answer of an action: the declared one, or anything where none is declared. */
type ActionAnswer<A> = A extends { answer: unknown } ? GivenAnswer<A> | WholeAnswer : Answer;

type Handle<D extends ResourceDefinition, A> = (input: ActionInput<D, A>) => Promise<ActionAnswer<A>>;

/** The handler of an action: a function, or one with options on how it runs and is described. */
export type ActionHandler<D extends ResourceDefinition, A> =
  | Handle<D, A>
  | { handle: Handle<D, A>; noTransaction?: true; file?: true; docs?: RouteDocs };

/** A handler for each declared action. */
export type Actions<D extends ResourceDefinition> = {
  [Name in keyof D['actions']]: ActionHandler<D, NonNullable<D['actions']>[Name]>;
};

type AnyHandler = ActionHandler<ResourceDefinition, ActionSpec>;

const wrapped = (
  resource: Resource,
  name: string,
  action: ActionSpec,
  handler: AnyHandler,
  ports: HttpPorts,
): Route['handle'] => {
  const handle = typeof handler === 'function' ? handler : handler.handle;
  const shape: CallShape & ActionSpec = { summary: '', ...action };
  const serve: CallHandler<CallShape> = async ({ ctx, params, query, body, request }) => {
    const answer = await handle({
      ctx,
      resource,
      row: async (options) => {
        const row = await findRow(resource, rowId(request), ctx, options);
        await refuseForbidden(resource, name, [row], ctx);
        return row;
      },
      params,
      query,
      body,
      request,
      ports,
    });
    // Without a declared answer the handler determines all of it.
    return answer instanceof WholeAnswer || action.answer ? (answer as WholeAnswer) : whole(answer as Answer);
  };
  return handlerOf(shape, serve, action.summary ? ports : {});
};

const routeOf = (
  url: string,
  name: string,
  resource: Resource,
  action: ActionSpec,
  handler: AnyHandler,
  ports: HttpPorts,
): Omit<Route, 'method'> => ({
  url: `${url}${action.on === 'row' ? ':id/' : ''}${action.path}/`,
  need: action.permission,
  confirm: action.confirm,
  changes: action.changes,
  anywhere: action.anywhere,
  bodyLimit: action.bodyLimit,
  shows: shownOf(action.shows),
  docs: action.summary
    ? docsOf({ ...action, summary: action.summary })
    : typeof handler === 'object'
      ? handler.docs
      : undefined,
  file:
    (typeof handler === 'object' && handler.file) ||
    (action.answer !== undefined && 'media' in action.answer),
  noTransaction: typeof handler === 'object' && handler.noTransaction,
  action: `${resource.key}/${name}`,
  handle: wrapped(resource, name, action, handler, ports),
});

/**
 * Serves the declared actions of a resource, each at its declared address, permission and confirmation.
 * Variants serve those marked for them.
 */
export const implement = <const D extends ResourceDefinition>(
  ports: HttpPorts,
  definition: D,
  actions: Actions<D>,
): void => {
  const own = ports.engine.resource(definition);
  const handlers = actions as unknown as { readonly [name: string]: AnyHandler };
  for (const resource of ports.engine.resources.values()) {
    const isVariant = resource.base === own && resource !== own;
    for (const [name, action] of Object.entries(definition.actions ?? {})) {
      const isServed = resource === own || (isVariant && resource.definition.actions?.[name] === action);
      const handler = handlers[name];
      if (!isServed || !handler) continue;
      for (const url of urlsOf(resource))
        for (const method of action.also ? [action.method, action.also] : [action.method])
          addRoute(ports, { method, ...routeOf(url, name, resource, action, handler, ports) });
    }
  }
};

/** Declared actions that nothing serves. */
export const unimplemented = (
  served: readonly { action?: string }[],
  resources: ReadonlyMap<string, Resource>,
): string[] => {
  const bound = new Set(served.map(({ action }) => action));
  return [...resources.values()].flatMap(({ key, definition }) =>
    Object.keys(definition.actions ?? {})
      .map((name) => `${key}/${name}`)
      .filter((action) => !bound.has(action)),
  );
};
