import type { ActionCallsOf, VariantCallsOf } from '../call/actionCalls.ts';
import type { CallShape } from '../call/defineCall.ts';
import { keyOf, type ResourceDefinition } from '../resource/defineResource.ts';
import * as accounts from './accounts.ts';
import * as assets from './assets.ts';
import * as audits from './audits.ts';
import * as authentication from './authentication.ts';
import * as inventory from './inventory.ts';
import * as ops from './ops.ts';
import * as perms from './perms.ts';
import * as terminal from './terminal.ts';
import * as tickets from './tickets.ts';
import * as users from './users.ts';

/** Every declared action, by address. */
export type ActionCalls = ActionCallsOf<typeof accounts> &
  ActionCallsOf<typeof assets> &
  ActionCallsOf<typeof audits> &
  ActionCallsOf<typeof authentication> &
  ActionCallsOf<typeof inventory> &
  ActionCallsOf<typeof ops> &
  ActionCallsOf<typeof perms> &
  ActionCallsOf<typeof terminal> &
  ActionCallsOf<typeof tickets> &
  ActionCallsOf<typeof users>;

/** The actions that variants also serve, by the addresses of the variants. */
export type VariantCalls = VariantCallsOf<typeof accounts> &
  VariantCallsOf<typeof assets> &
  VariantCallsOf<typeof perms> &
  VariantCallsOf<typeof tickets>;

type Declared = { definition: ResourceDefinition; shapes: { readonly [name: string]: CallShape } };

const declared = [
  accounts,
  assets,
  audits,
  authentication,
  inventory,
  ops,
  perms,
  terminal,
  tickets,
  users,
].flatMap((app): Declared[] => Object.values(app));

const shapes = new Map(
  declared.flatMap(({ definition, shapes }) =>
    Object.entries(shapes).map(([name, shape]) => [`${keyOf(definition)}/${name}`, shape] as const),
  ),
);

/** What an action of a resource accepts and answers; undefined if it is not declared. */
export const shapeOfAction = (definition: ResourceDefinition, name: string): CallShape | undefined =>
  shapes.get(`${keyOf(definition)}/${name}`);
