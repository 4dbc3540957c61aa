import {
  type AutomationKind,
  automationMethods,
  type MethodParam,
  type MethodParams,
} from '@gatehouse/contract/assets/automationMethods.ts';
import { rowOfOwnMethod } from '@gatehouse/contract/assets/ownMethods.ts';
import { fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import { isValues } from '../../engine/resource.ts';
import { methodValues, refusalOf, unknownName } from '../methodValues.ts';

const anyTexts = (values: object): MethodParam[] =>
  Object.keys(values).map((name) => ({ name, type: 'str', default: '' }));

/** The parameters of methods of a kind, as a field names them; refuses methods and parameters that do not exist. */
export const checkedParams = (kind: AutomationKind, sent: unknown, field = 'params'): MethodParams => {
  if (!isValues(sent)) throw fieldError(field, 'not_an_object');
  const checked = (): MethodParams =>
    Object.fromEntries(
      Object.entries(sent).map(([id, values]) => {
        const method = automationMethods.find((one) => one.kind === kind && one.id === id);
        if (!isValues(values)) throw unknownName(id);
        // Of a method that an administrator has written, a runner gets what its form declares when it takes a target.
        if (rowOfOwnMethod(id) !== undefined) return [id, methodValues(values, anyTexts(values))] as const;
        if (!method) throw unknownName(id);
        return [id, methodValues(values, method.params)] as const;
      }),
    );
  const refusal = refusalOf(checked);
  if (refusal) throw new ValidationError({ [field]: refusal });
  return checked();
};

/** Of stored parameters those of methods that would be accepted today; earlier versions stored anything. */
export const fittingParams = (kind: AutomationKind, stored: object): MethodParams =>
  Object.assign(
    {},
    ...Object.entries(stored).map(([id, values]) => {
      try {
        return checkedParams(kind, { [id]: values });
      } catch (error) {
        if (error instanceof ValidationError) return {};
        throw error;
      }
    }),
  );
