import type { MethodParam } from '@gatehouse/contract/assets/automationMethods.ts';
import { type FieldErrors, ValidationError } from '@gatehouse/contract/errors.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';

/** Longest value of a parameter, in characters. */
export const MOST_PARAM = 1024;
/** Most entries of a list. */
const mostEntries = 100;

type Refusal = FieldErrors[string];

const refused = (key: string, params: Record<string, string> = {}): ValidationError =>
  new ValidationError({ params: [{ key, params }] });

/** That a method or a parameter of this name does not exist. */
export const unknownName = (value: unknown): ValidationError =>
  refused('invalid_choice', { value: sentText(value).slice(0, 64) });

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MOST_PARAM;

/** A home is an absolute path that a shell takes as it is. */
const isHome = (value: string): boolean => /^(\/[^'\r\n\0]*)?$/.test(value);

const checkedValue = (value: unknown, { name, type }: MethodParam): string | string[] => {
  if (type === 'list') {
    if (Array.isArray(value) && value.length <= mostEntries && value.every(isText)) return value;
    throw refused('not_a_list');
  }
  if (!isText(value)) throw refused('invalid_string');
  if (name === 'home' && !isHome(value)) throw refused('home_unfit');
  return value;
};

/** Values for the parameters of a method, as its declared form takes them; what it does not declare is refused. */
export const methodValues = (
  values: Record<string, unknown>,
  declared: readonly MethodParam[],
): { [name: string]: string | string[] } =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const param = declared.find((one) => one.name === name);
      if (!param) throw unknownName(name);
      return [name, checkedValue(value, param)] as const;
    }),
  );

/** What is said of a value that `check` refuses; undefined if it takes it. */
export const refusalOf = (check: () => unknown): Refusal | undefined => {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError && 'params' in error.fields) return error.fields.params;
    throw error;
  }
};
