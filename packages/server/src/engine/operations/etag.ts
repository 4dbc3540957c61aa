import { createHash } from 'node:crypto';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import type { Context } from '../context.ts';
import { hasColumn, kindOf } from '../fields/registry.ts';
import { can } from '../permission.ts';
import { presentRows, readableFields } from '../present.ts';
import { permissionOf, type Resource, type Row, type Values } from '../resource.ts';
import { writableFields } from './parse.ts';

/** What is kept elsewhere than in a column travels with the row and has to be loaded. */
const isLoaded = (field: FieldSpec): boolean => !hasColumn(field) && kindOf(field).load !== undefined;

/** Fields whose change by somebody else a form would undo. Secrets are none: they are never shown, so never sent back. */
const editedFields = (resource: Resource, ctx: Context): [string, FieldSpec][] =>
  writableFields(resource, 'replace', ctx).filter(
    ([, field]) =>
      !field.writeOnly && !field.noDiff && field.on !== 'list' && (hasColumn(field) || isLoaded(field)),
  );

/** Nobody in particular: the same row has the same tag in every language and time zone. */
const neutral = (ctx: Context): Context => ({ ...ctx, language: 'en', zone: 'UTC', t: (key) => key });

/**
 * Tag of what can be edited of a row: relations by their ids, choices by their values; neither counts nor anything
 * else that changes by itself. `wire` spares loading what has been loaded to be sent (docs/decisions/0097).
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

/** Whether a tag is among those an `If-Match` names. Proxies that compress mark tags as weak; that is no change. */
const isNamed = (tag: string, ifMatch: string): boolean =>
  ifMatch.trim() === '*' || [...ifMatch.matchAll(/"[^"]*"/g)].some(([one]) => one === tag);

/** Who changed a row last and when, as far as the reader may know. */
const lastChange = async (resource: Resource, row: Row, ctx: Context): Promise<Values> => {
  if (!can(ctx.actor, permissionOf(resource, 'view'))) return {};
  const known = readableFields(resource, 'retrieve', {}, ctx);
  const names = ['updated_by', 'date_updated'].filter((name) => known.includes(name));
  return (await presentRows(resource, [row], names, ctx))[0] ?? {};
};

/** Refuses a change that starts from an older state of the (locked) row than the stored one. */
export const refuseStale = async (
  resource: Resource,
  row: Row,
  ifMatch: string | undefined,
  ctx: Context,
): Promise<void> => {
  if (ifMatch === undefined || isNamed(await etagOf(resource, row, ctx), ifMatch)) return;
  throw new AppError('changed_meanwhile', {}, { extra: await lastChange(resource, row, ctx) });
};
