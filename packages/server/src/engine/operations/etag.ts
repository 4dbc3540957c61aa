import { createHash } from 'node:crypto';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import type { Context } from '../context.ts';
import { hasColumn, kindOf } from '../fields/registry.ts';
import { can } from '../permission.ts';
import { presentRows, readableFields } from '../present.ts';
import { permissionOf, type Resource, type Row, type Values } from '../resource.ts';
import { writableFields } from './parse.ts';

/** Whether a field's value must be loaded, because no column holds it. */
const isLoaded = (field: FieldSpec): boolean => !hasColumn(field) && kindOf(field).load !== undefined;

/**
 * Fields that a form would overwrite after another user's change. Secrets are left out: they are never shown,
 * so never sent back.
 */
const editedFields = (resource: Resource, ctx: Context): [string, FieldSpec][] =>
  writableFields(resource, 'replace', ctx).filter(
    ([, field]) =>
      !field.writeOnly && !field.noDiff && field.on !== 'list' && (hasColumn(field) || isLoaded(field)),
  );

/** A neutral context: the same row has the same tag in every language and time zone. */
const neutral = (ctx: Context): Context => ({ ...ctx, language: 'en', zone: 'UTC', t: (key) => key });

/**
 * Tag of a row's editable fields: relations by id, choices by value, without counts or anything else that
 * changes on its own. Pass `wire` to reuse values already loaded (docs/decisions/0097).
 */
export const etagOf = async (
  resource: Resource,
  row: Row,
  ctx: Context,
  wire: Values = {},
): Promise<string> => {
  const fields = editedFields(resource, ctx);
  const isMade = (name: string, field: FieldSpec) =>
    isLoaded(field) || resource.behaviour.computed?.[name] !== undefined;
  const missing = fields.filter(([name, field]) => isMade(name, field) && !(name in wire));
  const [loaded] = await presentRows(
    resource,
    [row],
    missing.map(([name]) => name),
    ctx,
  );
  const made: Values = { ...wire, ...loaded };
  const values = fields.map(([name, field]) => {
    const kind = kindOf(field);
    if (isMade(name, field)) return [name, kind.identity?.(made[name]) ?? made[name]];
    const use = { name, field, resource, ctx: neutral(ctx) };
    return [name, kind.present ? kind.present(row[name], use) : row[name]];
  });
  const text = JSON.stringify([values, resource.behaviour.edited?.(row)]);
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
};

/** Whether an `If-Match` names a tag or is `*`. Compressing proxies mark tags as weak; those still match. */
const isNamed = (tag: string, ifMatch: string): boolean =>
  ifMatch.trim() === '*' || [...ifMatch.matchAll(/"[^"]*"/g)].some(([candidate]) => candidate === tag);

/** Who last changed a row and when, as far as the reader may know. */
const lastChange = async (resource: Resource, row: Row, ctx: Context): Promise<Values> => {
  if (!can(ctx.actor, permissionOf(resource, 'view'))) return {};
  const known = readableFields(resource, 'retrieve', {}, ctx);
  const names = ['updated_by', 'date_updated'].filter((name) => known.includes(name));
  return (await presentRows(resource, [row], names, ctx))[0] ?? {};
};

/** Refuses a change based on an older version of the (locked) row. */
export const refuseStale = async (
  resource: Resource,
  row: Row,
  ifMatch: string | undefined,
  ctx: Context,
): Promise<void> => {
  if (ifMatch === undefined || isNamed(await etagOf(resource, row, ctx), ifMatch)) return;
  throw new AppError('changed_meanwhile', {}, { extra: await lastChange(resource, row, ctx) });
};
