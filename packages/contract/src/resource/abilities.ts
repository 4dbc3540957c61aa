import type { ResourceDefinition } from './defineResource.ts';
import type { ActionOf, ReadPurpose, RowOf } from './rowOf.ts';

/** Query parameter that requests the caller's abilities on each row of a list, or on a single row. */
export const ABILITIES = 'abilities';

type Declared<D> = D extends { actions: infer Actions } ? Actions : { [name: string]: { on: 'row' } };

type RowActionOf<D extends ResourceDefinition> = {
  [Name in ActionOf<D>]: Declared<D> extends { [K in Name]: { on: 'collection'; ofRows?: never } }
    ? never
    : Name;
}[ActionOf<D>];

/** What can be done with a row: the verbs that change it, and the actions on rows or on named rows. */
export type AbilityOf<D extends ResourceDefinition> = string extends keyof D['fields']
  ? string
  : 'update' | 'destroy' | RowActionOf<D>;

/** Abilities of a row, sent on request: those the caller has, and why a rule about the row refuses others. */
export type Abilities<Name extends string = string> = {
  abilities: readonly Name[];
  refusals: { readonly [N in Name]?: string };
};

/** A row that was requested with its abilities. */
export type AbleRowOf<D extends ResourceDefinition, Purpose extends ReadPurpose = ReadPurpose> = RowOf<
  D,
  Purpose
> &
  Abilities<AbilityOf<D>>;
