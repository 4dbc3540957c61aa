import { type FieldErrors, ValidationError } from '@gatehouse/contract/errors.ts';
import type { FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import { isUuid } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { Refused } from '../fields/kind.ts';
import { initialValue, kindOf } from '../fields/registry.ts';
import { isValues, type Resource, type Row, type Values, valuesIn } from '../resource.ts';

/**
 * What happens to fields that the input lacks. `create` stores their initial value; `replace` (PUT) stores
 * declared defaults in columns, except in write-only ones, and keeps the rest; both refuse a missing required
 * field that has no default. `patch` keeps everything.
 */
export type WriteMode = 'create' | 'replace' | 'patch';

/** Result of parsing one input: values to store (with virtual fields), or messages by field. */
export type Parsed = { values: Values; errors?: undefined } | { values?: undefined; errors: FieldErrors };

const isEmpty = (value: unknown) => value === null || value === '' || value === undefined;

/**
 * In a change, an empty write-only value means "unchanged", never "erase"; in a new row, null means that there
 * is none.
 */
const isLeftOut = (value: unknown, field: FieldSpec, mode: WriteMode) => {
  if (value === undefined || !field.writeOnly) return value === undefined;
  return mode === 'create' ? value === null && !field.required : isEmpty(value);
};

/** Fields a caller may write in this mode, with their specs. */
export const writableFields = (resource: Resource, mode: WriteMode, ctx: Context): [string, FieldSpec][] => {
  const hidden = new Set(resource.behaviour.hiddenFields?.(ctx) ?? []);
  return Object.entries(resource.fields).filter(
    ([name, field]) =>
      !field.readOnly && !field.hidden && !hidden.has(name) && (mode === 'create' || !field.createOnly),
  );
};

const missing = (field: FieldSpec, mode: WriteMode): { value: unknown } | { error: string } | undefined => {
  if (mode === 'patch') return undefined;
  if (field.required && field.default === undefined) return { error: 'required' };
  if (mode === 'replace' && field.requiredToReplace) return { error: 'required' };
  if (mode === 'replace' && (field.virtual || field.writeOnly || kindOf(field).save)) return undefined;
  if (mode === 'replace' && field.default === undefined) return undefined;
  const fallback = initialValue(field);
  return fallback === undefined || field.virtual ? undefined : { value: fallback };
};

const idError = (resource: Resource, id: unknown): string | undefined => {
  if (isEmpty(id)) return undefined;
  if (resource.idKind === 'uuid') return isUuid(id) ? undefined : 'invalid_uuid';
  return ['string', 'number'].includes(typeof id) && Number.isSafeInteger(Number(id))
    ? undefined
    : 'invalid_integer';
};

/** Parses a body field by field; every field is checked, so that a form gets all its mistakes at once. */
export const parseInput = async (
  resource: Resource,
  input: unknown,
  mode: WriteMode,
  ctx: Context,
): Promise<Parsed> => {
  if (!isValues(input)) return { errors: { non_field_errors: [{ key: 'not_an_object' }] } };
  const values: Values = {};
  const errors: FieldErrors = {};
  for (const [name, field] of writableFields(resource, mode, ctx)) {
    const value = input[name];
    if (isLeftOut(value, field, mode)) {
      const found = missing(field, mode);
      if (found && 'error' in found && value === undefined) errors[name] = [{ key: found.error }];
      else if (found && 'value' in found) values[name] = found.value;
      continue;
    }
    try {
      const kind = kindOf(field);
      values[name] = kind.parse ? await kind.parse(value, { name, field, resource, ctx }) : value;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      errors[name] = error.reason;
    }
  }
  if (mode === 'replace')
    for (const [name, field] of Object.entries(resource.fields))
      if (field.createOnly && field.requiredToReplace && input[name] === undefined)
        errors[name] = [{ key: 'required' }];
  const wrongId = mode === 'create' ? idError(resource, input.id) : undefined;
  if (wrongId) errors.id = [{ key: wrongId }];
  else if (mode === 'create' && !isEmpty(input.id))
    values.id = resource.idKind === 'uuid' ? String(input.id).toLowerCase() : Number(input.id);
  return Object.keys(errors).length ? { errors } : { values };
};

/** Looks up what all inputs refer to, once per field, before each input is parsed. */
export const prefetchInputs = async (
  resource: Resource,
  inputs: unknown[],
  mode: WriteMode,
  ctx: Context,
): Promise<void> => {
  for (const [name, field] of writableFields(resource, mode, ctx)) {
    const prefetch = kindOf(field).prefetch;
    const values = inputs.map((input) => valuesIn(input)[name]).filter((value) => value !== undefined);
    if (prefetch && values.length) await prefetch(values, { name, field, resource, ctx });
  }
};

/** Messages by field of an exception that refuses a row; rethrows any other. */
export const errorsOf = (error: unknown): FieldErrors => {
  if (error instanceof ValidationError && !Array.isArray(error.fields)) return error.fields;
  throw error;
};

/** Fields whose stored value differs between two versions of a row. */
export const changedFields = (before: Row | undefined, values: Values): string[] =>
  Object.keys(values).filter(
    (name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(values[name] ?? null),
  );
