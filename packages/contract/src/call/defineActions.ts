import type { ResourceDefinition } from '../resource/defineResource.ts';
import type { CallShape } from './defineCall.ts';

/** What each action of a resource takes and answers. */
export type ActionShapes<D extends ResourceDefinition> = { readonly [Name in keyof D['actions']]: CallShape };

/** Declares what the actions of a resource take and answer; a missing or unknown action does not compile. */
export const defineActions = <
  const D extends ResourceDefinition,
  const S extends ActionShapes<D> & { readonly [Name in Exclude<keyof S, keyof D['actions']>]: never },
>(
  definition: D,
  shapes: S,
): { definition: D; shapes: S } => ({ definition, shapes });
