import {
  type AutomationKind,
  automationMethods,
  type MethodParam,
  type MethodParams,
} from '@gatehouse/contract/assets/automationMethods.ts';
import { fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { isValues } from '../../engine/resource.ts';

/** Longest value of a parameter, in characters. */
const longest = 1024;
/** Most entries of a list. */
const mostEntries = 100;

const unknown = (value: unknown, field: string) =>
  fieldError(field, 'invalid_choice', { value: sentText(value).slice(0, 64) });

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= longest;

/** A home is an absolute path that a shell takes as it is. */
const isHome = (value: string): boolean => /^(\/[^'\r\n\0]*)?$/.test(value);

const paramOf = (value: unknown, { name, type }: MethodParam, field: string): string | string[] => {
  if (type === 'list') {
    if (Array.isArray(value) && value.length <= mostEntries && value.every(isText)) return value;
    throw fieldError(field, 'not_a_list');
  }
  if (!isText(value)) throw fieldError(field, 'invalid_string');
  if (name === 'home' && !isHome(value)) throw fieldError(field, 'home_unfit');
  return value;
};

/** The parameters of methods of a kind, as a field names them; refuses methods and parameters that do not exist. */
export const checkedParams = (kind: AutomationKind, sent: unknown, field = 'params'): MethodParams => {
  if (!isValues(sent)) throw fieldError(field, 'not_an_object');
  return Object.fromEntries(
    Object.entries(sent).map(([id, values]) => {
      const method = automationMethods.find((one) => one.kind === kind && one.id === id);
      if (!method || !isValues(values)) throw unknown(id, field);
      const named = Object.entries(values).map(([name, value]) => {
        const param = method.params.find((one) => one.name === name);
        if (!param) throw unknown(name, field);
        return [name, paramOf(value, param, field)] as const;
      });
      return [id, Object.fromEntries(named)] as const;
    }),
  );
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
