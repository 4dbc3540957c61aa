import { type FieldErrors, ValidationError } from '@gatehouse/contract/errors.ts';
import type { NestedField, NestedFields } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { Context } from '../engine/context.ts';
import { Refused, type Use } from '../engine/fields/kind.ts';
import { fieldMeta, kindOf } from '../engine/fields/registry.ts';
import { isValues, type Resource, type Values } from '../engine/resource.ts';

/** What a storage is told, as stored: what may be shown, and the secrets, each sealed. */
export type StoredMeta = { meta: Values; secrets: Record<string, string> };

type Where = { resource: Resource; ctx: Context };

const nestedOf = (fields: NestedFields, kept: StoredMeta | undefined): NestedField => ({
  kind: 'nested',
  // A secret that is stored already may be left out.
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      kept?.secrets[name] ? { ...field, required: false } : field,
    ]),
  ),
});

const useOf = (field: NestedField, { resource, ctx }: Where): Use<NestedField> => ({
  name: 'meta',
  field,
  resource,
  ctx,
});

const refusedMeta = (errors: FieldErrors): ValidationError => new ValidationError({ meta: errors });

const parsed = async (sent: Values, field: NestedField, where: Where): Promise<Values> => {
  try {
    const found: unknown = await kindOf(field).parse?.(sent, useOf(field, where));
    return isValues(found) ? found : {};
  } catch (error) {
    if (error instanceof Refused && !Array.isArray(error.reason)) throw refusedMeta(error.reason);
    throw error;
  }
};

/**
 * The parts of `meta` as stored: checked by the fields of the storage's type, the secret ones apart. What a
 * change leaves out is kept. `check` finds mistakes beyond single fields.
 */
export const storedMeta = async (
  input: { sent: unknown; kept: StoredMeta | undefined; fields: NestedFields },
  where: Where,
  check: (meta: Values, secrets: Record<string, string>) => FieldErrors,
): Promise<StoredMeta> => {
  const { kept, fields } = input;
  const sent = { ...kept?.meta, ...(isValues(input.sent) ? input.sent : {}) };
  const found = await parsed(sent, nestedOf(fields, kept), where);
  const meta: Values = {};
  const secrets = { ...kept?.secrets };
  for (const [name, value] of Object.entries(found)) {
    if (!fields[name]?.writeOnly) meta[name] = value;
    else if (typeof value === 'string' && value !== '') secrets[name] = value;
  }
  const errors = check(meta, secrets);
  if (Object.keys(errors).length > 0) throw refusedMeta(errors);
  return { meta, secrets };
};

/** Tells OPTIONS the parts of `meta` for a type. */
export const describeMeta = (
  meta: FieldMeta | undefined,
  fields: NestedFields | undefined,
  where: Where,
): void => {
  if (!meta || !fields) return;
  const { kind, type, children } = fieldMeta(useOf({ kind: 'nested', fields }, where));
  Object.assign(meta, { kind, type, ...(children && { children }) });
};

/** All parts of a storage's `meta`, with the secrets opened; for the connection only. */
export const openedMeta = (
  { meta, secrets }: StoredMeta,
  vault: { open(sealed: string): string },
): Record<string, unknown> => ({
  ...meta,
  ...Object.fromEntries(Object.entries(secrets).map(([name, sealed]) => [name, vault.open(sealed)])),
});
