import { shapeOfAction } from '@gatehouse/contract/actions/all.ts';
import type { CallShape } from '@gatehouse/contract/call/defineCall.ts';
import type { ActionSpec, ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { FastifyRequest } from 'fastify';
import { refuseForbidden } from '../abilities.ts';
import { type CallHandler, handlerOf, shownOf, whole } from '../calls/bind.ts';
import { docsOf } from '../calls/docs.ts';
import type { Context } from '../context.ts';
import { type Answer, addRoute, type HttpPorts, type Route, rowId } from '../http.ts';
import { findRow } from '../operations/read.ts';
import type { Resource, Row } from '../resource.ts';
import { urlsOf } from '../routes/resourceRoutes.ts';

/** Input of an action's handler. */
export type ActionInput<D extends ResourceDefinition> = {
  ctx: Context;
  /** The resource under whose address it was called: its own, or a variant. */
  resource: Resource<D>;
  /** The row named by the address, inside the caller's scope and by the rules of the action; throws 404 when there is none. */
  row(options?: { lock?: true }): Promise<Row<D>>;
  /** Values of the further `:name` steps of its path. */
  params: { readonly [name: string]: string };
  request: FastifyRequest;
  ports: HttpPorts;
};

type Handle<D extends ResourceDefinition> = (input: ActionInput<D>) => Promise<Answer>;

/** The handler of an action: a function, or one with options on how it runs. */
export type ActionHandler<D extends ResourceDefinition> =
  | Handle<D>
  | { handle: Handle<D>; noTransaction?: true };

/** A handler for each declared action. */
export type Actions<D extends ResourceDefinition> = {
  [Name in keyof D['actions']]: ActionHandler<D>;
};

type AnyHandler = ActionHandler<ResourceDefinition>;
type Served = { resource: Resource; action: ActionSpec; shape: CallShape; handler: AnyHandler };

/** The handler of an action reads query and body itself; its answer is what the shape declares. */
const wrapped = (name: string, served: Served, ports: HttpPorts): Route['handle'] => {
  const { resource, shape, handler } = served;
  const handle = typeof handler === 'function' ? handler : handler.handle;
  const { body: _body, query: _query, ...answered } = shape;
  const serve: CallHandler<CallShape> = async ({ ctx, params, request }) => {
    const answer = await handle({
      ctx,
      resource,
      row: async (options) => {
        const row = await findRow(resource, rowId(request), ctx, options);
        await refuseForbidden(resource, name, [row], ctx);
        return row;
      },
      params,
      request,
      ports,
    });
    const { body, ...more } = answer;
    // A plain body is JSON, also when it is a text; one with a status or headers of its own is sent as it is.
    return Object.values(more).some((part) => part !== undefined) ? whole(answer) : (body as undefined);
  };
  return handlerOf(answered, serve, ports);
};

const routeOf = (url: string, name: string, served: Served, ports: HttpPorts): Omit<Route, 'method'> => {
  const { resource, action, shape, handler } = served;
  return {
    url: `${url}${action.on === 'row' ? ':id/' : ''}${action.path}/`,
    need: action.permission,
    confirm: action.confirm,
    changes: action.changes,
    anywhere: action.anywhere,
    bodyLimit: action.bodyLimit,
    shows: shownOf(action.shows),
    docs: docsOf(shape),
    file: shape.answer !== undefined && 'media' in shape.answer,
    noTransaction: typeof handler === 'object' && handler.noTransaction,
    action: `${resource.key}/${name}`,
    handle: wrapped(name, served, ports),
  };
};

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
      const shape = shapeOfAction(definition, name);
      if (!shape) throw new Error(`${own.key}/${name} does not say what it takes and answers`);
      for (const url of urlsOf(resource))
        for (const method of action.also ? [action.method, action.also] : [action.method])
          addRoute(ports, { method, ...routeOf(url, name, { resource, action, shape, handler }, ports) });
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
