import { AppError, type FieldErrors, ValidationError } from '@gatehouse/contract/errors.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { readAhead } from '../../platform/secretStore/secretStore.ts';
import type { Context } from '../context.ts';
import { gatherSecrets } from '../operations/gatherSecrets.ts';
import { storedRows } from '../operations/read.ts';
import { createMany, update } from '../operations/write.ts';
import { authorize } from '../permission.ts';
import { permissionOf, type Resource, type Values, valuesIn } from '../resource.ts';

/**
 * Number of rows stored per savepoint; when this fails because of one of them, the group is stored row by
 * row.
 */
const groupSize = 500;

/** Result for one row: its id, or messages by field. */
export type RowResult = { id: string | number } | { errors: FieldErrors };

const asErrors = (error: unknown): FieldErrors => {
  if (error instanceof ValidationError && !Array.isArray(error.fields)) return error.fields;
  if (error instanceof AppError && error.code !== 'unexpect_error')
    return { non_field_errors: [{ key: error.messageKey, params: error.params }] };
  throw error;
};

const createGroup = async (resource: Resource, rows: Values[], ctx: Context): Promise<RowResult[]> => {
  try {
    const outcomes = await ctx.db.transaction((db) => createMany(resource, rows, { ...ctx, db }));
    return outcomes.map((outcome) => (outcome.errors ? { errors: outcome.errors } : { id: outcome.row.id }));
  } catch (error) {
    if (rows.length === 1) return [{ errors: asErrors(error) }];
    const results: RowResult[] = [];
    for (const row of rows) results.push(...(await createGroup(resource, [row], ctx)));
    return results;
  }
};

const updateOne = async (resource: Resource, sent: unknown, ctx: Context): Promise<RowResult> => {
  try {
    const row = valuesIn(sent);
    const rowId = sentText(row.id ?? row.pk ?? '');
    if (!rowId) throw new ValidationError({ id: [{ key: 'id_or_pk' }] });
    return {
      id: (await ctx.db.transaction((db) => update(resource, rowId, row, 'patch', { ...ctx, db }))).id,
    };
  } catch (error) {
    return { errors: asErrors(error) };
  }
};

/** The stored values of rows that get a new secret: it is compared with the old one, wherever that is stored. */
const replacedValues = async (resource: Resource, rows: Values[], ctx: Context): Promise<unknown[]> => {
  const secrets = Object.keys(resource.fields).filter((name) => resource.fields[name]?.writeOnly);
  const changing = rows.filter((row) => secrets.some((name) => valuesIn(row)[name]));
  const ids = changing.map((row) => sentText(row.id ?? row.pk ?? ''));
  return (await storedRows(resource, ids, ctx)).flatMap((row) => Object.values(row));
};

/**
 * Changes rows one by one; their old secrets are read together, and the new ones are written together. If that fails,
 * each row is tried alone, so that each reports its own error.
 */
const updateGroup = async (resource: Resource, rows: Values[], ctx: Context): Promise<RowResult[]> => {
  const effects: Parameters<Context['afterCommit']>[0][] = [];
  try {
    const texts = (await replacedValues(resource, rows, ctx)).filter((value) => typeof value === 'string');
    const secrets = await readAhead(ctx.engine.secrets, texts);
    const results = await ctx.db.transaction(async (db) => {
      const { ctx: gathered, settle } = gatherSecrets({
        ...ctx,
        engine: { ...ctx.engine, secrets },
        db,
        afterCommit: (effect) => effects.push(effect),
      });
      const found: RowResult[] = [];
      for (const row of rows) found.push(await updateOne(resource, row, gathered));
      await settle();
      return found;
    });
    for (const effect of effects) ctx.afterCommit(effect);
    return results;
  } catch (error) {
    asErrors(error);
    const results: RowResult[] = [];
    for (const row of rows) results.push(await updateOne(resource, row, ctx));
    return results;
  }
};

/** Stores many rows in one request, with a result for each; valid rows are kept even when others fail. */
export const importRows = async (
  resource: Resource,
  action: 'create' | 'update',
  rows: Values[],
  ctx: Context,
): Promise<RowResult[]> => {
  authorize(ctx, permissionOf(resource, action === 'create' ? 'add' : 'change'));
  const storeGroup = action === 'create' ? createGroup : updateGroup;
  const results: RowResult[] = [];
  for (let start = 0; start < rows.length; start += groupSize)
    results.push(...(await storeGroup(resource, rows.slice(start, start + groupSize), ctx)));
  return results;
};
