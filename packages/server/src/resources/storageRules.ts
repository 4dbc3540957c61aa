import { AppError, type ErrorCode, type FieldErrors } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../engine/context.ts';
import { fieldLabel } from '../engine/labels.ts';
import type { Resource, Row, Values } from '../engine/resource.ts';
import { id } from '../platform/database.ts';
import { storagesOfComponents } from './terminal/terminal/relations.ts';

/** The two kinds of storages, named by the column of a component that chooses one. */
export type StorageColumn = 'replay_storage' | 'command_storage';

type StorageRow = { id: string; name: string; type: string; is_default: boolean };

/** Storages that exist from the start: they are neither renamed nor deleted. */
export const isBuiltInStorage = (type: unknown): boolean => type === 'null' || type === 'server';

const usersOf = async (column: StorageColumn, ctx: Context): Promise<Map<string, string[]>> => {
  const found = await ctx.db.rows<{ storage: string; name: string }>(
    sql`select ${id(column)} as storage, name from ${storagesOfComponents} c order by name`,
  );
  const byStorage = new Map<string, string[]>();
  for (const { storage, name } of found) byStorage.set(storage, [...(byStorage.get(storage) ?? []), name]);
  return byStorage;
};

/** Names of at most three components, as a refusal names them. */
const some = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} …` : names.join(', ');

/** Which of some storages hold what nothing else holds. */
export type Holding = (ids: string[], ctx: Context) => Promise<ReadonlySet<string>>;

const nothingHeld: Holding = async () => new Set();

/** Why storages are not deleted. */
export const refuseStorageDeletion =
  (column: StorageColumn, holding: Holding = nothingHeld) =>
  async (rows: StorageRow[], ctx: Context): Promise<(AppError | undefined)[]> => {
    const users = await usersOf(column, ctx);
    const held = await holding(
      rows.map((row) => row.id),
      ctx,
    );
    // Clients of the protocol read `msg`.
    const because = (code: ErrorCode, params: Record<string, string> = {}) =>
      new AppError(code, params, { extra: { msg: ctx.t(`errors.${code}`, params) } });
    return rows.map((row) => {
      if (isBuiltInStorage(row.type)) return because('storage_built_in');
      if (row.is_default) return because('storage_is_default');
      const names = users.get(row.name);
      if (names) return because('storage_in_use', { names: some(names) });
      return held.has(row.id) ? because('storage_not_empty') : undefined;
    });
  };

/** The secrets of a changed storage that need to be entered again, because they would go to another place. */
export const secretsToRepeat = (
  input: { before: Values; after: Values; places: readonly string[] },
  secrets: { before: Readonly<Record<string, string>>; after: Readonly<Record<string, string>> },
): FieldErrors => {
  const { before, after, places } = input;
  if (places.every((name) => before[name] === after[name])) return {};
  const kept = Object.keys(secrets.before).filter((name) => secrets.before[name] === secrets.after[name]);
  return Object.fromEntries(kept.map((name) => [name, [{ key: 'secret_again' }]]));
};

/** Notes in the operate log that secrets of a storage were changed; what they are is never told. */
export const recordNewSecrets = async (
  resource: Resource,
  change: { row: Row; before: Values; after: Values },
  ctx: Context,
): Promise<void> => {
  const names = Object.keys(change.after).filter((name) => change.before[name] !== change.after[name]);
  if (names.length === 0) return;
  const diff = Object.fromEntries(
    names.map((name): [string, [string, string]] => [
      fieldLabel({ name, resource, ctx }),
      [change.before[name] === undefined ? '' : '******', '******'],
    ]),
  );
  const { row } = change;
  await ctx.engine.record([{ action: 'update', resource, row, display: String(row.name), diff }], ctx);
};
