import { isDeepStrictEqual } from 'node:util';
import {
  automationKinds,
  automationMethods,
  type MethodParam,
} from '@gatehouse/contract/assets/automationMethods.ts';
import type { Constraints } from '@gatehouse/contract/assets/constraints.ts';
import { type OwnMethod, rowOfOwnMethod } from '@gatehouse/contract/assets/ownMethods.ts';
import { type FieldErrors, ValidationError } from '@gatehouse/contract/errors.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { isValues, type Values } from '../../../engine/resource.ts';
import { methodValues, refusalOf } from '../../methodValues.ts';

/** Why the parameters do not fit the declared form of the method; those of earlier versions may stay as they are. */
const refusedParams = (
  values: unknown,
  stored: unknown,
  declared: readonly MethodParam[],
): FieldErrors[string] | undefined => {
  if (isDeepStrictEqual(values ?? {}, stored ?? {})) return undefined;
  if (!isValues(values)) return [{ key: 'not_an_object' }];
  return refusalOf(() => methodValues(values, declared));
};

const isNamed = (offered: unknown, method: unknown): boolean =>
  Array.isArray(offered) && offered.some(({ id }) => id === method);

/**
 * A platform's automation: omitted parts stay, kinds unavailable for the type are off, and a method must be
 * offered by the type unless it is already stored. Parameters are those that the method declares.
 */
export const normalizeAutomation = (
  parsed: Values,
  sent: Values,
  stored: Values,
  rules: { constraints: Constraints; platformId: number; own?: readonly OwnMethod[] },
): Values => {
  const { constraints, platformId, own = [] } = rules;
  const known = [...automationMethods, ...own];
  const kept = Object.fromEntries(Object.entries(stored).filter(([name]) => !(name in sent)));
  const automation: Values = { ...parsed, ...kept, id: platformId };
  const errors: FieldErrors = {};
  for (const kind of automationKinds) {
    const method = automation[`${kind}_method`];
    const offered = isNamed(constraints.automation[`${kind}_methods`], method);
    const found = known.find(({ id }) => id === method);
    const isStored =
      method === stored[`${kind}_method`] && (found !== undefined || rowOfOwnMethod(method) !== undefined);
    if (method !== null && method !== undefined && method !== '' && !offered && !isStored)
      errors[`${kind}_method`] = [
        { key: 'invalid_choice', params: { value: sentText(method).slice(0, 32) } },
      ];
    const params = `${kind}_params`;
    const refusal = params in sent && refusedParams(automation[params], stored[params], found?.params ?? []);
    if (refusal) errors[params] = refusal;
    if (method === '') automation[`${kind}_method`] = null;
    if (constraints.automation[`${kind}_enabled`] !== true) automation[`${kind}_enabled`] = false;
  }
  if (Object.keys(errors).length) throw new ValidationError({ automation: errors });
  if (constraints.automation.ansible_enabled !== true) automation.ansible_enabled = false;
  return automation;
};
