import {
  type AutomationKind,
  automationMethods,
  type MethodParam,
  type MethodParams,
} from '@gatehouse/contract/assets/automationMethods.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { isValues } from '../../engine/resource.ts';

/** Longest value of a parameter, in characters. */
const longest = 1024;
/** Most entries of a list. */
const mostEntries = 100;

const unknown = (value: unknown) =>
  fieldError('params', 'invalid_choice', { value: sentText(value).slice(0, 64) });

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= longest;

/** A home is an absolute path that a shell takes as it is. */
const isHome = (value: string): boolean => /^(\/[^'\r\n\0]*)?$/.test(value);

const paramOf = (value: unknown, { name, type }: MethodParam): string | string[] => {
  if (type === 'list') {
    if (Array.isArray(value) && value.length <= mostEntries && value.every(isText)) return value;
    throw fieldError('params', 'not_a_list');
  }
  if (!isText(value)) throw fieldError('params', 'invalid_string');
  if (name === 'home' && !isHome(value)) throw fieldError('params', 'home_unfit');
  return value;
};

/** The parameters of methods of a kind, as a plan names them; refuses methods and parameters that do not exist. */
export const checkedParams = (kind: AutomationKind, sent: unknown): MethodParams => {
  if (!isValues(sent)) throw fieldError('params', 'not_an_object');
  return Object.fromEntries(
    Object.entries(sent).map(([id, values]) => {
      const method = automationMethods.find((one) => one.kind === kind && one.id === id);
      if (!method || !isValues(values)) throw unknown(id);
      const named = Object.entries(values).map(([name, value]) => {
        const param = method.params.find((one) => one.name === name);
        if (!param) throw unknown(name);
        return [name, paramOf(value, param)] as const;
      });
      return [id, Object.fromEntries(named)] as const;
    }),
  );
};
