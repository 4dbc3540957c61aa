import type { ResourceDefinition } from '../resource/defineResource.ts';
import type { CallShape } from './defineCall.ts';

/** Input and answer of each action of a resource. */
export type ActionShapes<D extends ResourceDefinition> = { readonly [Name in keyof D['actions']]: CallShape };

/** The actions of a resource with their inputs and answers. */
export type DeclaredActions<
  D extends ResourceDefinition = ResourceDefinition,
  S extends { readonly [name: string]: CallShape } = { readonly [name: string]: CallShape },
> = { definition: D; shapes: S };

/** Declares the inputs and answers of a resource's actions; a missing or unknown action does not compile. */
export const defineActions = <
  const D extends ResourceDefinition,
  const S extends ActionShapes<D> & { readonly [Name in Exclude<keyof S, keyof D['actions']>]: never },
>(
  definition: D,
  shapes: S,
): DeclaredActions<D, S> => ({ definition, shapes });
