import { randomUUID } from 'node:crypto';
import { ValidationError } from '@gatehouse/contract/errors.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { refuseForbidden } from '../abilities.ts';
import type { Context } from '../context.ts';
import { Refused } from '../fields/kind.ts';
import { hasColumn, initialValue } from '../fields/registry.ts';
import { type NewRow, type Resource, type Row, type Values, valuesIn } from '../resource.ts';
import { errorsOf, parseInput, prefetchInputs, type WriteMode } from './parse.ts';
import { uniqueClashes } from './store.ts';

/** Default values of the columns of a new row; columns that start as null are left out. */
export const initialValues = <D extends ResourceDefinition>(resource: Resource<D>): Values<D> =>
  Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([, field]) => hasColumn(field))
      .map(([name, field]) => [name, initialValue(field)])
      .filter(([, value]) => value !== undefined && value !== null),
  ) as Values<D>;

/** A row about to be written, with the stored row it changes, if any. */
export type Draft = NewRow & { before: Row | undefined };

/** Organization a new row belongs to; in the root organization the body must name one. */
const ownerOf = (resource: Resource, input: Values, ctx: Context): Values => {
  if (!resource.orgScoped) return {};
  if (!ctx.org.isRoot) return { org_id: ctx.org.id };
  const named = typeof input.org_id === 'string' ? input.org_id : undefined;
  const isForeign = named !== undefined && ctx.org.within?.includes(named) === false;
  if (!named || isForeign || ctx.engine.organizationName(named) === undefined)
    throw new ValidationError({ org_id: [{ key: 'root_org_is_read_only' }] });
  return { org_id: named };
};

/** Parses one input and runs the checks of the resource. */
export const draft = async (
  resource: Resource,
  input: unknown,
  before: Row | undefined,
  mode: WriteMode,
  ctx: Context,
): Promise<Draft> => {
  const fields = valuesIn(input);
  const parsed = await parseInput(resource, input, mode, ctx);
  if (parsed.errors) return { input: fields, before, values: {}, errors: parsed.errors };
  try {
    const owned = before
      ? {}
      : { id: resource.idKind === 'uuid' ? randomUUID() : undefined, ...ownerOf(resource, fields, ctx) };
    const fixed = before ? {} : (resource.definition.where ?? {});
    const values: Values = {
      ...(before ? {} : initialValues(resource)),
      ...owned,
      ...Object.fromEntries(Object.entries(fixed).filter(([name]) => !name.includes('.'))),
      ...parsed.values,
    };
    if (before) await refuseForbidden(resource, 'update', [before], ctx);
    const more = await resource.behaviour.beforeWrite?.({ ctx, before, values, input: fields });
    return { input: fields, before, values: { ...values, ...more }, errors: undefined };
  } catch (error) {
    return {
      input: fields,
      before,
      values: {},
      errors: error instanceof Refused ? { non_field_errors: error.reason } : errorsOf(error),
    };
  }
};

/** Refuses drafts whose unique values are taken. */
export const refuseClashes = async (resource: Resource, drafts: Draft[], ctx: Context): Promise<void> => {
  const sound = drafts.filter((draft) => !draft.errors);
  for (const [index, errors] of await uniqueClashes(resource, sound, ctx))
    (sound[index] as Draft).errors = errors;
};

/**
 * The values that creating a row, or changing `before`, would store, after the checks of such a write; nothing is
 * stored. Throws the messages by field.
 */
export const checkedValues = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  input: unknown,
  before: Row<D> | undefined,
  ctx: Context,
): Promise<Values<D>> => {
  const mode = before ? 'patch' : 'create';
  await prefetchInputs(resource, [input], mode, ctx);
  const checked = await draft(resource, input, before, mode, ctx);
  await refuseClashes(resource, [checked], ctx);
  if (checked.errors) throw new ValidationError(checked.errors);
  return checked.values as Values<D>;
};
