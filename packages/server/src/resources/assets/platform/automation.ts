import {
  automationKinds,
  automationMethods,
  isOffered,
  methodsFor,
} from '@gatehouse/contract/assets/automationMethods.ts';
import type { Constraints } from '@gatehouse/contract/assets/constraints.ts';
import { type FieldErrors, ValidationError } from '@gatehouse/contract/errors.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import type { Values } from '../../../engine/resource.ts';

/**
 * A platform's automation: omitted parts stay, kinds unavailable for the type are off, and a method must be
 * offered by the type unless it is already stored.
 */
export const normalizeAutomation = (
  parsed: Values,
  sent: Values,
  stored: Values,
  rules: { type: string; constraints: Constraints; platformId: number },
): Values => {
  const { type, constraints, platformId } = rules;
  const kept = Object.fromEntries(Object.entries(stored).filter(([name]) => !(name in sent)));
  const automation: Values = { ...parsed, ...kept, id: platformId };
  const errors: FieldErrors = {};
  for (const kind of automationKinds) {
    const method = automation[`${kind}_method`];
    const offered = methodsFor(kind, type).some((one) => one.id === method && isOffered(one));
    const isStored = method === stored[`${kind}_method`] && automationMethods.some(({ id }) => id === method);
    if (method !== null && method !== undefined && method !== '' && !offered && !isStored)
      errors[`${kind}_method`] = [
        { key: 'invalid_choice', params: { value: sentText(method).slice(0, 32) } },
      ];
    if (method === '') automation[`${kind}_method`] = null;
    if (constraints.automation[`${kind}_enabled`] !== true) automation[`${kind}_enabled`] = false;
  }
  if (Object.keys(errors).length) throw new ValidationError({ automation: errors });
  if (constraints.automation.ansible_enabled !== true) automation.ansible_enabled = false;
  return automation;
};
