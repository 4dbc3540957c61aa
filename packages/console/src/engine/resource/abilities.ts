import type { Abilities, AbilityOf } from '@gatehouse/contract/resource/abilities.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { Action } from '../action/Action.ts';

/** Parameter that requests the abilities of rows in lists and details. */
export const ASK_ABILITIES = { abilities: '1' };

/**
 * Whether the user may do something with a row, and why not. `general` applies to all rows of the resource,
 * such as permissions; a row's abilities can restrict it further.
 */
export const abilityOf = <D extends ResourceDefinition>(
  row: object,
  name: AbilityOf<D>,
  general: { can: boolean; reason: string | undefined },
): Required<Pick<Action, 'can'>> & Pick<Action, 'reason'> => {
  const { abilities, refusals }: Partial<Abilities> = row;
  if (!abilities) return general;
  return { can: general.can && abilities.includes(name), reason: refusals?.[name] ?? general.reason };
};

/** Whether the user may do something with a row; false if it was requested without its abilities. */
export const isAble = <D extends ResourceDefinition>(row: object, name: AbilityOf<D>): boolean =>
  'abilities' in row && abilityOf<D>(row, name, { can: true, reason: undefined }).can;

/** Why a rule about the row refuses something; undefined if none does. */
export const refusalOf = <D extends ResourceDefinition>(
  row: object,
  name: AbilityOf<D>,
): string | undefined => abilityOf<D>(row, name, { can: true, reason: undefined }).reason;
