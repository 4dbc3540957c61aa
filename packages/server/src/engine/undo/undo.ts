import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import { allOf, id } from '../../platform/database.ts';
import { refuseForbidden } from '../abilities.ts';
import type { Context } from '../context.ts';
import { idArray } from '../fields/related.ts';
import { diffOf, recordChanges, type Snapshot, snapshotLinks } from '../operations/audit.ts';
import { changedFields } from '../operations/parse.ts';
import { stamps, uniqueClashes, updateRow } from '../operations/store.ts';
import { authorize } from '../permission.ts';
import { scopeOf } from '../query.ts';
import { nameOf, permissionOf, type Resource, type Row, type Values } from '../resource.ts';
import type { Kept } from './createUndoKeeper.ts';
import { tablesOf } from './foreignKeys.ts';
import { type Image, imagesOfRows } from './images.ts';
import { changedLinks, insertDeleted, refill, restoreLinks, underNewestKey } from './restore.ts';

/** A row that an undo left as it is, and why. */
export type LeftRow = { id: string; name: string; reason: 'changed' | 'taken' | 'missing' };
/** What an undo did. */
export type Undone = { restored: number; left: LeftRow[] };

const rowsIn = (table: string, images: readonly Image[]): Row[] =>
  images
    .filter((image) => image.table === table && String(image.row.id) === image.root)
    .map(({ row }) => row as Row);

const linksIn = (resource: Resource, images: readonly Image[]): Image[] =>
  images.filter(({ table }) => table !== resource.table);

const leave = (resource: Resource, rows: readonly Row[], reason: LeftRow['reason']): LeftRow[] =>
  rows.map((row) => ({ id: String(row.id), name: nameOf(resource, row), reason }));

/** The rows as stored, seen by the caller and locked. */
const storedNow = async (
  resource: Resource,
  ids: readonly string[],
  ctx: Context,
): Promise<Map<string, Row>> => {
  const rows = await ctx.db.rows<Row>(
    sql`select t.* from ${id(resource.table)} t where ${allOf([sql`t.id = any(${idArray(resource, ids)})`, await scopeOf(resource, ctx)])} order by t.id for update`,
  );
  return new Map(rows.map((row) => [String(row.id), row]));
};

/** Writes the operate log: each row with its diff and the word that it was an undo. */
const tell = async (
  resource: Resource,
  kind: Kept['kind'],
  rows: readonly { before?: Row; after: Row }[],
  links: Record<'before' | 'after', Snapshot | undefined>,
  ctx: Context,
): Promise<void> => {
  const undone: [string, string] = ['', ctx.t(`forms.undo.${kind}`)];
  const changes = rows.map(({ before, after }) => {
    const rowId = String(after.id);
    const [linksBefore, linksAfter] = [links.before?.get(rowId), links.after?.get(rowId)];
    const names = before ? changedFields(before, { ...after, ...linksAfter }) : Object.keys(resource.fields);
    const diff = diffOf(resource, { before, after, linksBefore, linksAfter, names }, ctx);
    return { row: after, diff: { ...diff, [ctx.t('forms.undo.label')]: undone } };
  });
  await recordChanges(resource, kind === 'delete' ? 'create' : 'update', changes, ctx);
};

const undoDeletion = async (
  resource: Resource,
  kept: Extract<Kept, { kind: 'delete' }>,
  ctx: Context,
): Promise<Undone> => {
  authorize(ctx, permissionOf(resource, 'delete'));
  await resource.behaviour.prepare?.('destroy', ctx);
  const rows = rowsIn(resource.table, kept.images);
  if (rows.some((row) => ctx.org.within?.includes(String(row.org_id)) === false))
    throw new AppError('undo_expired');
  await refuseForbidden(resource, 'destroy', rows, ctx);
  const links = linksIn(resource, kept.images);
  await resource.behaviour.beforeUndo?.(rows, { kind: 'delete', links }, ctx);
  if (resource.orgScoped)
    await ctx.engine.holdOrganizations([...new Set(rows.map((row) => String(row.org_id)))], ctx.db);
  const clashes = await uniqueClashes(
    resource,
    rows.map((row) => ({ values: row, before: undefined })),
    ctx,
  );
  const taken = rows.filter((_, at) => clashes.has(at));
  const free = new Set(rows.filter((_, at) => !clashes.has(at)).map((row) => String(row.id)));
  const back = await insertDeleted(
    resource.table,
    kept.images.filter(({ root }) => free.has(root)),
    ctx,
  );
  await refill(
    kept.emptied.filter(({ root }) => back.has(root)),
    ctx,
  );
  const stored = [...(await storedNow(resource, [...back], ctx)).values()];
  await resource.behaviour.restored?.(stored, ctx);
  await tell(
    resource,
    'delete',
    stored.map((after) => ({ after })),
    { before: undefined, after: await snapshotLinks(resource, stored, ctx) },
    ctx,
  );
  const missing = rows.filter((row) => free.has(String(row.id)) && !back.has(String(row.id)));
  return {
    restored: stored.length,
    left: [...leave(resource, taken, 'taken'), ...leave(resource, missing, 'missing')],
  };
};

const textsOf = (images: readonly Image[]): string =>
  JSON.stringify(images.map(({ table, row }) => `${table} ${JSON.stringify(row)}`).toSorted());

type KeptUpdate = Extract<Kept, { kind: 'update' }>;
/** One changed row: what it was, what the change made of it, and what is stored now. */
type Versions = { before: Image[]; after: Image[]; now: Image[] };

/** Whether nothing that the change wrote has been written again since. */
const isUntouched = (table: string, { before, after, now }: Versions): boolean => {
  const tables = new Set([...before, ...after, ...now].map((image) => image.table));
  return [...tables].every((name) => {
    const [was, made, is] = [before, after, now].map((images) =>
      textsOf(images.filter((image) => image.table === name)),
    );
    return made === is || (name !== table && was === made);
  });
};

/** The stored columns that the change wrote, as they were. */
const formerValues = (table: string, { before, after }: Versions, stored: ReadonlySet<string>) => {
  const [was, made] = [before, after].map(
    (images) => images.find((image) => image.table === table)?.row ?? {},
  );
  return Object.fromEntries(
    Object.entries(was ?? {}).filter(
      ([name, value]) => stored.has(name) && JSON.stringify(value) !== JSON.stringify(made?.[name]),
    ),
  );
};

/** Stores a row as it was, and its relations and labels. */
const putBack = async (
  resource: Resource,
  rowId: string,
  versions: Versions,
  values: Values,
  ctx: Context,
): Promise<Row> => {
  const sealed = underNewestKey(values, ctx.engine.vault) as Values;
  const row = await updateRow(resource, rowId, { ...sealed, ...stamps(resource, ctx, false) }, ctx);
  await restoreLinks(linksIn(resource, versions.before), linksIn(resource, versions.after), ctx);
  return row;
};

const linksOfUndo = (resource: Resource, { before, after }: Versions): Image[] => {
  const { added, removed } = changedLinks(linksIn(resource, before), linksIn(resource, after));
  return [...added, ...removed];
};

const versionsIn = async (kept: KeptUpdate, resource: Resource, ids: readonly string[], ctx: Context) => {
  const byRoot = (images: readonly Image[]) => Map.groupBy(images, ({ root }) => root);
  const [before, after] = [byRoot(kept.before), byRoot(kept.after)];
  const now = byRoot((await imagesOfRows(resource, ids, ctx)) ?? []);
  return (row: Row): Versions => {
    const [was, made, is] = [before, after, now].map((images) => images.get(String(row.id)) ?? []);
    return { before: was ?? [], after: made ?? [], now: is ?? [] };
  };
};

const undoUpdate = async (resource: Resource, kept: KeptUpdate, ctx: Context): Promise<Undone> => {
  authorize(ctx, permissionOf(resource, 'change'));
  await resource.behaviour.prepare?.('update', ctx);
  const former = rowsIn(resource.table, kept.before);
  const stored = await storedNow(
    resource,
    former.map((row) => String(row.id)),
    ctx,
  );
  await refuseForbidden(resource, 'update', [...stored.values()], ctx);
  const versionsOf = await versionsIn(kept, resource, [...stored.keys()], ctx);
  const columns = new Set((await tablesOf(ctx.db)).columns.get(resource.table)?.keys());
  const isOurs = (row: Row) => stored.has(String(row.id)) && isUntouched(resource.table, versionsOf(row));
  const writes = former.filter(isOurs).map((row) => ({
    row,
    before: stored.get(String(row.id)) as Row,
    values: formerValues(resource.table, versionsOf(row), columns) as Values,
  }));
  const clashes = await uniqueClashes(resource, writes, ctx);
  const free = writes.filter((_, at) => !clashes.has(at));
  const links = free.flatMap(({ row }) => linksOfUndo(resource, versionsOf(row)));
  const current = free.map(({ before }) => before);
  await resource.behaviour.beforeUndo?.(current, { kind: 'update', links }, ctx);
  const linksBefore = await snapshotLinks(resource, current, ctx);
  const written: { before: Row; after: Row }[] = [];
  for (const { row, before, values } of free) {
    const after = await putBack(resource, String(row.id), versionsOf(row), values, ctx);
    written.push({ before, after });
  }
  const rows = written.map(({ after }) => after);
  await resource.behaviour.restored?.(rows, ctx);
  const snapshots = { before: linksBefore, after: await snapshotLinks(resource, rows, ctx) };
  await tell(resource, 'update', written, snapshots, ctx);
  const taken = writes.filter((_, at) => clashes.has(at)).map(({ row }) => row);
  const changed = former.filter((row) => !isOurs(row));
  return {
    restored: rows.length,
    left: [...leave(resource, taken, 'taken'), ...leave(resource, changed, 'changed')],
  };
};

/**
 * Undoes a change: only for the user who made it, in its organization, with the permission the change needed,
 * once, and as a whole except for the rows that it names (docs/decisions/0244).
 */
export const undo = async (token: string, ctx: Context): Promise<Undone> => {
  const sealed = await ctx.engine.takeForUndo(token, ctx.org.id, ctx.db);
  const kept: Kept | undefined = sealed === undefined ? undefined : JSON.parse(ctx.engine.vault.open(sealed));
  if (!kept || kept.user !== ctx.actor.id || kept.org !== ctx.org.id) throw new AppError('undo_expired');
  const resource = ctx.engine.resource(kept.resource);
  return kept.kind === 'delete' ? undoDeletion(resource, kept, ctx) : undoUpdate(resource, kept, ctx);
};
