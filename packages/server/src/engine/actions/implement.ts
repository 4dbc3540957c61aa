import type { DeclaredActions } from '@gatehouse/contract/call/defineActions.ts';
import type { CallShape } from '@gatehouse/contract/call/defineCall.ts';
import type { ActionSpec, ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { refuseForbidden } from '../abilities.ts';
import { type CallHandler, type CallInput, type Handled, handlerOf, shownOf } from '../calls/bind.ts';
import { docsOf } from '../calls/docs.ts';
import { addRoute, type HttpPorts, type Route, rowId } from '../http.ts';
import { findRow } from '../operations/read.ts';
import type { Resource, Row } from '../resource.ts';
import { urlsOf } from '../routes/resourceRoutes.ts';

type PathOf<D extends ResourceDefinition, Name> =
  D['actions'] extends Readonly<Record<Name & string, { path: infer Path extends string }>> ? Path : string;

/** Input of an action's handler: the input of a call, with the row and the resource of the address. */
export type ActionInput<
  D extends ResourceDefinition,
  C extends CallShape = CallShape,
  Path extends string = string,
> = Omit<CallInput<C, Path>, 'reply'> & {
  /** The resource at whose address the action was called: its own, or a variant. */
  resource: Resource<D>;
  /**
   * The row named by the address. Throws 404 when there is none in the caller's scope, and the refusal when a
   * rule forbids the action on it.
   */
  row(options?: { lock?: true }): Promise<Row<D>>;
  ports: HttpPorts;
};

type Handle<D extends ResourceDefinition, C extends CallShape, Path extends string> = (
  input: ActionInput<D, C, Path>,
) => Handled<C>;

/** The handler of an action: a function, or one with options on how it runs. */
export type ActionHandler<D extends ResourceDefinition, C extends CallShape, Path extends string = string> =
  | Handle<D, C, Path>
  | { handle: Handle<D, C, Path>; noTransaction: true };

/** A handler for each declared action. */
export type Actions<A extends DeclaredActions> = {
  [Name in keyof A['shapes']]: ActionHandler<
    A['definition'],
    A['shapes'][Name],
    PathOf<A['definition'], Name>
  >;
};

type AnyHandler = ActionHandler<ResourceDefinition, CallShape>;
type Served = { resource: Resource; action: ActionSpec; shape: CallShape; handler: AnyHandler };

/** Turns the handler of an action into that of a call at its resource's address. */
const wrapped = (name: string, served: Served, ports: HttpPorts): Route['handle'] => {
  const { resource, shape, handler } = served;
  const handle = typeof handler === 'function' ? handler : handler.handle;
  const serve: CallHandler<CallShape> = ({ reply: _reply, ...input }) =>
    handle({
      ...input,
      resource,
      row: async (options) => {
        const row = await findRow(resource, rowId(input.request), input.ctx, options);
        await refuseForbidden(resource, name, [row], input.ctx);
        return row;
      },
      ports,
    });
  return handlerOf(shape, serve, ports);
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
 * Serves the declared actions of a resource, each at its declared address, with its declared permission and
 * confirmation. Variants serve those marked for them.
 */
export const implement = <const A extends DeclaredActions>(
  ports: HttpPorts,
  { definition, shapes }: A,
  actions: Actions<A>,
): void => {
  const own: Resource = ports.engine.resource(definition);
  const handlers: { readonly [name: string]: AnyHandler } = actions;
  for (const resource of ports.engine.resources.values()) {
    const isVariant = resource.base === own && resource !== own;
    for (const [name, action] of Object.entries(definition.actions ?? {})) {
      const isServed = resource === own || (isVariant && resource.definition.actions?.[name] === action);
      const [handler, shape] = [handlers[name], shapes[name]];
      if (!isServed || !handler || !shape) continue;
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
