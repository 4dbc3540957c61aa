import { AppError, type FieldErrors, type Message, ValidationError } from '@gatehouse/contract/errors.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { quoted, sentText } from '@gatehouse/contract/wire/sentText.ts';
import type { Context } from '../context.ts';
import { authorize } from '../permission.ts';
import { permissionOf, type Resource, type Row, type Values, valuesIn, type Written } from '../resource.ts';
import { diffOf, recordChanges, snapshotLinks } from './audit.ts';
import { type Draft, draft, refuseClashes } from './draft.ts';
import { refuseStale } from './etag.ts';
import { gatherSecrets } from './gatherSecrets.ts';
import { changedFields, prefetchInputs, type WriteMode } from './parse.ts';
import { findRow } from './read.ts';
import { insertRows, saveLinks, stamps, updateRow } from './store.ts';

/** Outcome of one row of a batch. */
export type Outcome<D extends ResourceDefinition = ResourceDefinition> =
  | { row: Row<D>; errors?: undefined }
  | { row?: undefined; errors: FieldErrors };

const insertDrafts = async (resource: Resource, drafts: Draft[], ctx: Context): Promise<Written[]> => {
  const rows = await insertRows(
    resource,
    drafts.map(({ values }) => ({ ...values, ...stamps(resource, ctx, true) })),
    ctx,
  );
  return drafts.map(({ input, values }, index) => ({
    row: rows[index] as Row,
    before: undefined,
    values,
    input,
  }));
};

/** Applies the changes that `beforeCreate` chose for existing rows that replace new ones. */
const overwriteDrafts = async (resource: Resource, drafts: Draft[], ctx: Context): Promise<Written[]> => {
  const written: Written[] = [];
  for (const { input, instead } of drafts) {
    if (!instead) continue;
    const { row: before, changes } = instead;
    const values = { ...changes, ...stamps(resource, ctx, false) };
    written.push({ row: await updateRow(resource, before.id, values, ctx), before, values: changes, input });
  }
  return written;
};

/** Stores new rows; invalid rows are skipped and answered with their messages, in order. */
export const createMany = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  inputs: unknown[],
  ctx: Context,
  options: { alone: boolean } = { alone: false },
): Promise<Outcome<D>[]> => {
  await resource.behaviour.prepare?.('create', ctx);
  await prefetchInputs(resource, inputs, 'create', ctx);
  const gathered = gatherSecrets(ctx);
  const drafts: Draft[] = [];
  for (const input of inputs) drafts.push(await draft(resource, input, undefined, 'create', gathered.ctx));
  await resource.behaviour.beforeCreate?.(
    drafts.filter((draft) => !draft.errors),
    gathered.ctx,
    options,
  );
  await gathered.settle();
  await refuseClashes(
    resource,
    drafts.filter((draft) => !draft.instead),
    ctx,
  );
  const fresh = drafts.filter((draft) => !draft.errors && !draft.instead);
  const changed = drafts.filter(
    (draft) => !draft.errors && Object.keys(draft.instead?.changes ?? {}).length > 0,
  );
  const inserted = await insertDrafts(resource, fresh, ctx);
  if (inserted.length > 0) ctx.undo?.refuse();
  await finish(resource, inserted, undefined, ctx);
  const linksBefore = await snapshotLinks(
    resource,
    changed.flatMap(({ instead }) => instead?.row ?? []),
    ctx,
  );
  const replaced = await overwriteDrafts(resource, changed, ctx);
  await finish(resource, replaced, linksBefore, ctx);
  const stored = new Map<Draft, Row | undefined>([
    ...fresh.map((draft, index) => [draft, inserted[index]?.row] as const),
    ...changed.map((draft, index) => [draft, replaced[index]?.row] as const),
  ]);
  return drafts.map((draft) =>
    draft.errors ? { errors: draft.errors } : { row: (stored.get(draft) ?? draft.instead?.row) as Row<D> },
  );
};

const finish = async (
  resource: Resource,
  written: Written[],
  linksBefore: Map<string, Values> | undefined,
  ctx: Context,
): Promise<void> => {
  if (written.length === 0) return;
  await saveLinks(resource, written, ctx);
  await resource.behaviour.afterWrite?.(written, ctx);
  if (resource.definition.audited === false) return;
  const linksAfter = await snapshotLinks(
    resource,
    written.map(({ row }) => row),
    ctx,
  );
  const changes = written.map(({ row, before, values }) => {
    const id = String(row.id);
    const names = before
      ? changedFields(before, { ...values, ...linksAfter.get(id) })
      : Object.keys(resource.fields);
    return {
      row,
      diff: diffOf(
        resource,
        { before, after: row, linksBefore: linksBefore?.get(id), linksAfter: linksAfter.get(id), names },
        ctx,
      ),
    };
  });
  await recordChanges(resource, written[0]?.before ? 'update' : 'create', changes, ctx);
};

/** Updates rows already loaded and locked; all or nothing. */
const updateFound = async (
  resource: Resource,
  found: { before: Row; input: unknown }[],
  mode: WriteMode,
  ctx: Context,
): Promise<Draft[]> => {
  await prefetchInputs(
    resource,
    found.map(({ input }) => input),
    mode,
    ctx,
  );
  const gathered = gatherSecrets(ctx);
  const drafts: Draft[] = [];
  for (const { before, input } of found)
    drafts.push(await draft(resource, input, before, mode, gathered.ctx));
  await refuseClashes(resource, drafts, ctx);
  if (drafts.some((draft) => draft.errors)) return drafts;
  await gathered.settle();
  const linksBefore =
    resource.definition.audited === false
      ? undefined
      : await snapshotLinks(
          resource,
          found.map(({ before }) => before),
          ctx,
        );
  await ctx.undo?.updating(
    resource,
    found.map(({ before }) => String(before.id)),
    ctx,
  );
  const written: Written[] = [];
  for (const { input, before, values } of drafts) {
    const row = await updateRow(
      resource,
      String((before as Row).id),
      { ...values, ...stamps(resource, ctx, false) },
      ctx,
    );
    written.push({ row, before, values, input });
  }
  await finish(resource, written, linksBefore, ctx);
  await ctx.undo?.updated(ctx);
  return drafts.map((draft, index) => ({ ...draft, before: written[index]?.row }));
};

const asRefused = (
  resource: Resource,
  errors: FieldErrors,
  mode: WriteMode,
  body: unknown,
  { alone } = { alone: true },
): FieldErrors => resource.behaviour.refused?.(errors, { mode, body: valuesIn(body), alone }) ?? errors;

/** Creates one row. */
export const createOne = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  body: unknown,
  ctx: Context,
): Promise<Row<D>> => {
  authorize(ctx, permissionOf(resource, 'add'));
  const [outcome] = await createMany(resource, [body], ctx, { alone: true });
  if (outcome?.errors) throw new ValidationError(asRefused(resource, outcome.errors, 'create', body));
  return outcome?.row as Row<D>;
};

/** Creates one row, or the rows of an array: all of them or none. */
export const create = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  body: unknown,
  ctx: Context,
): Promise<Row<D>[]> => {
  if (!Array.isArray(body)) return [await createOne(resource, body, ctx)];
  authorize(ctx, permissionOf(resource, 'add'));
  refuseTooMany(body);
  const outcomes = await createMany(resource, body, ctx);
  if (outcomes.some((outcome) => outcome.errors))
    throw new ValidationError(
      outcomes.map(({ errors }, index) =>
        errors ? asRefused(resource, errors, 'create', body[index], { alone: false }) : {},
      ),
    );
  return outcomes.flatMap((outcome) => outcome.row ?? []);
};

/** Maximum number of rows in one array request. */
export const mostBulkRows = 10_000;
/** Refuses an array with more rows than one request may carry. */
export const refuseTooMany = (body: unknown[]) => {
  if (body.length > mostBulkRows)
    throw new ValidationError({ non_field_errors: [{ key: 'max_items', params: { max: mostBulkRows } }] });
};

/**
 * Updates a row; `WriteMode` says what happens to absent fields. With `ifMatch`, only if the row is
 * unchanged.
 */
export const update = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  rowId: string,
  body: unknown,
  mode: 'replace' | 'patch',
  ctx: Context,
  options: { ifMatch?: string } = {},
): Promise<Row<D>> => {
  authorize(ctx, permissionOf(resource, 'change'));
  await resource.behaviour.prepare?.('update', ctx);
  const before = await findRow(resource, rowId, ctx, { lock: true });
  await refuseStale(resource, before, options.ifMatch, ctx);
  const [result] = await updateFound(resource, [{ before, input: body }], mode, ctx);
  if (result?.errors) throw new ValidationError(asRefused(resource, result.errors, mode, body));
  return result?.before as Row<D>;
};

/**
 * Updates rows named by `id` or `pk` in each item; errors are aligned with the input, and if there is any, no
 * row is changed.
 */
export const updateMany = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  body: unknown,
  mode: 'replace' | 'patch',
  ctx: Context,
): Promise<Row<D>[]> => {
  authorize(ctx, permissionOf(resource, 'change'));
  if (!Array.isArray(body)) throw new ValidationError({ non_field_errors: [{ key: 'not_a_list' }] });
  refuseTooMany(body);
  await resource.behaviour.prepare?.('update', ctx);
  const errors: (FieldErrors | Message[])[] = [];
  const found: { before: Row; input: unknown }[] = [];
  for (const item of body) {
    const { id, pk } = valuesIn(item);
    const rowId = id ?? pk;
    if (rowId === undefined || rowId === null) {
      errors.push([{ key: 'id_or_pk' }]);
      continue;
    }
    try {
      found.push({ before: await findRow(resource, sentText(rowId), ctx, { lock: true }), input: item });
      errors.push({});
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      errors.push({ id: [{ key: 'does_not_exist', params: { pk: quoted(rowId) } }] });
    }
  }
  if (errors.some((entry) => Object.keys(entry).length)) throw new ValidationError(errors);
  const results = await updateFound(resource, found, mode, ctx);
  if (results.some((result) => result.errors))
    throw new ValidationError(results.map((result) => result.errors ?? {}));
  return results.map((result) => result.before as Row<D>);
};
