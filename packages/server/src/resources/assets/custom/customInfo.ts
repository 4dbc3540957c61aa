import type { FieldErrors, Message } from '@gatehouse/contract/errors.ts';
import { quoted, sentText } from '@gatehouse/contract/wire/sentText.ts';
import type { Values } from '../../../engine/resource.ts';

/** A field declared for a custom platform. */
export type CustomField = {
  name: string;
  label: string;
  type: string;
  default?: string;
  help_text?: string;
  choices?: string[];
};

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

const wholeNumber = /^-?\d{1,15}$/;

const parsers: Record<string, (value: unknown, field: CustomField) => unknown> = {
  int: (value) => (wholeNumber.test(sentText(value)) ? Number(value) : undefined),
  bool: (value) =>
    new Map([
      ['true', true],
      ['false', false],
    ]).get(sentText(value)),
  list: (value) => (Array.isArray(value) ? value.map(sentText) : undefined),
  choice: (value, field) => {
    const raw = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
    return field.choices?.includes(sentText(raw)) ? sentText(raw) : undefined;
  },
};

const messages: Record<string, string> = {
  int: 'invalid_integer',
  bool: 'invalid_boolean',
  list: 'not_a_list',
};

const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value.length <= 4096) || typeof value === 'number'
    ? String(value)
    : undefined;

const defaultOf = (field: CustomField): unknown => {
  if (isEmpty(field.default)) return { bool: false, list: [] }[field.type] ?? '';
  return (parsers[field.type] ?? textOf)(field.default, field) ?? '';
};

const refusal = (field: CustomField, value: unknown): Message =>
  field.type === 'choice'
    ? { key: 'invalid_choice', params: { value: quoted(value) } }
    : { key: messages[field.type] ?? 'invalid_string' };

/**
 * Custom fields as stored: each validated by its type, passwords sealed. An omitted field or an empty
 * password keeps its stored value; without one, like any other empty field, it gets the default. A platform
 * that declares none accepts any object.
 */
export const customInfo = (
  input: Values,
  stored: Values,
  fields: readonly CustomField[],
  seal: (plain: string) => string,
): { info: Values; errors: FieldErrors } => {
  if (fields.length === 0) return { info: input, errors: {} };
  const info: Values = {};
  const errors: FieldErrors = {};
  for (const field of fields) {
    const value = input[field.name];
    if (isEmpty(value)) {
      const keeps = field.type === 'password' || value === undefined;
      info[field.name] = keeps && field.name in stored ? stored[field.name] : defaultOf(field);
      continue;
    }
    const parsed = (parsers[field.type] ?? textOf)(value, field);
    if (parsed === undefined) errors[field.name] = [refusal(field, value)];
    else info[field.name] = field.type === 'password' ? seal(String(parsed)) : parsed;
  }
  return { info, errors };
};

/** Custom fields for clients: those the platform declares, without passwords; all if it declares none. */
export const withoutPasswords = (info: Values, fields: readonly CustomField[]): Values => {
  if (fields.length === 0) return info;
  const shown = fields.filter(({ name, type }) => type !== 'password' && name in info);
  return Object.fromEntries(shown.map(({ name }) => [name, info[name]]));
};
