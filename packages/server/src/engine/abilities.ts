import { ABILITIES, type AbilityOf } from '@gatehouse/contract/resource/abilities.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { Context } from './context.ts';
import { can, type Need } from './permission.ts';
import { operationsOf, permissionOf, type Resource, type Row } from './resource.ts';

/** Throws when a rule of the resource forbids a verb or an action on one of the rows. */
export const refuseForbidden = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  ability: AbilityOf<D>,
  rows: Row<D>[],
  ctx: Context,
): Promise<void> => {
  for (const rule of resource.behaviour.refusals?.[ability] ?? []) {
    const refused = (await rule(rows, ctx)).find((refusal) => refusal !== undefined);
    if (refused) throw refused;
  }
};

/** Everything that can be done with a row, and the permission it needs. */
const needsOf = (resource: Resource): [ability: string, need: Need, isFree: boolean][] => {
  const operations = operationsOf(resource);
  const actions = Object.entries(resource.definition.actions ?? {}).filter(([, { on }]) => on === 'row');
  return [
    ...(operations.includes('update')
      ? [['update', permissionOf(resource, 'change'), false] satisfies [string, Need, boolean]]
      : []),
    ...(operations.includes('destroy')
      ? [['destroy', permissionOf(resource, 'delete'), false] satisfies [string, Need, boolean]]
      : []),
    ...actions.map(([name, { permission, method, changes, anywhere }]): [string, Need, boolean] => [
      name,
      permission,
      anywhere === true || (method === 'GET' && !changes),
    ]),
  ];
};

/** Whether a request wants to know what its caller may do with the rows it reads. */
export const asksForAbilities = (query: URLSearchParams): boolean => query.get(ABILITIES) === '1';

/** Names of what can be done with a row at all, by anyone. */
export const abilitiesOf = (resource: Resource): string[] => needsOf(resource).map(([ability]) => ability);

/**
 * What the caller may do with each row, by the permissions and rules that its routes apply. Each rule looks at
 * all rows at once.
 */
export const abilitiesFor = async (resource: Resource, rows: Row[], ctx: Context): Promise<string[][]> => {
  const able = rows.map((): string[] => []);
  for (const [ability, need, isFree] of needsOf(resource)) {
    if (!can(ctx.actor, need) || (ctx.org.standsIn && !isFree)) continue;
    const refused = new Set<number>();
    for (const rule of rows.length > 0 ? (resource.behaviour.refusals?.[ability] ?? []) : [])
      for (const [index, error] of (await rule(rows, ctx)).entries()) if (error) refused.add(index);
    for (const [index, names] of able.entries()) if (!refused.has(index)) names.push(ability);
  }
  return able;
};
