import type { AppError } from '@gatehouse/contract/errors.ts';
import { ABILITIES, type Abilities, type AbilityOf } from '@gatehouse/contract/resource/abilities.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { Context } from './context.ts';
import { can, type Need } from './permission.ts';
import { operationsOf, permissionOf, type Refusals, type Resource, type Row } from './resource.ts';

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

/**
 * Everything that can be done with a row besides reading it, the permission it needs, and whether it stays
 * possible while another organization stands in for the requested one.
 */
const needsOf = (resource: Resource): [ability: string, need: Need, isFree: boolean][] => {
  const operations = operationsOf(resource);
  const actions = Object.entries(resource.definition.actions ?? {}).filter(
    ([, { on, ofRows }]) => on === 'row' || ofRows,
  );
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

/** Whether a request asks what its caller may do with the rows it reads. */
export const asksForAbilities = (query: URLSearchParams): boolean => query.get(ABILITIES) === '1';

/** Names of everything that can be done with a row besides reading it, regardless of the caller. */
export const abilitiesOf = (resource: Resource): string[] => needsOf(resource).map(([ability]) => ability);

type Errors = readonly (AppError | undefined)[];
type Rule = NonNullable<Refusals[string]>[number];

/** Asks each rule once for all rows, although several abilities may share it. */
const askOnce = (rows: Row[], ctx: Context) => {
  const known = new Map<Rule, Errors>();
  return async (rule: Rule): Promise<Errors> => {
    const errors = known.get(rule) ?? (await rule(rows, ctx));
    known.set(rule, errors);
    return errors;
  };
};

/**
 * What the caller may do with each row, by the permissions and rules that its routes apply, and the reason
 * where a rule refuses something. Each rule looks at all rows at once.
 */
export const abilitiesFor = async (resource: Resource, rows: Row[], ctx: Context): Promise<Abilities[]> => {
  const able = rows.map(() => ({ abilities: [] as string[], refusals: {} as Record<string, string> }));
  const ask = askOnce(rows, ctx);
  for (const [ability, need, isFree] of needsOf(resource)) {
    if (!can(ctx.actor, need) || (ctx.org.standsIn && !isFree)) continue;
    const answers: Errors[] = [];
    for (const rule of rows.length > 0 ? (resource.behaviour.refusals?.[ability] ?? []) : [])
      answers.push(await ask(rule));
    for (const [index, row] of able.entries()) {
      const error = answers.map((errors) => errors[index]).find((refused) => refused !== undefined);
      if (error) row.refusals[ability] = ctx.t(`errors.${error.messageKey}`, error.params);
      else row.abilities.push(ability);
    }
  }
  return able;
};
