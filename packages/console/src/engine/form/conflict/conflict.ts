import { HttpError } from '../../../platform/http/HttpError.ts';
import { fieldUiOf } from '../../fields/registry.ts';
import type { Row } from '../../resource/row.ts';
import { type FormItem, isShown, metaOf, type Values } from '../FormItem.ts';

/** A field whose stored and entered values differ; `isTheirs` if another user has changed the stored one. */
export type Difference = { label: string; item: FormItem; theirs: unknown; mine: unknown; isTheirs: boolean };

/** Values as loaded, as stored now, and as entered. */
export type Versions = { base: Values; theirs: Values; mine: Values };

/** What happened between loading a row and saving it. */
export type Conflict =
  | { kind: 'changed'; row: Row; refusal: unknown; differences: Difference[] }
  | { kind: 'gone'; canCreate: boolean };

/** The user's answer to a conflict. */
export type ConflictAnswer = 'mine' | 'theirs' | 'create' | 'leave' | 'stay';

const CODE = 'changed_meanwhile';

/** Whether a save was refused because the row has changed since it was loaded. */
export const isChanged = (error: unknown): error is HttpError =>
  error instanceof HttpError &&
  error.status === 409 &&
  (error.body as { code?: unknown } | null)?.code === CODE;

/** Whether the row to save no longer exists. */
export const isGone = (error: unknown): boolean => error instanceof HttpError && error.status === 404;

/** Makes the empty values of different inputs equal. */
const comparable = (value: unknown): unknown =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value;

const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(comparable(a)) === JSON.stringify(comparable(b));

const partsOf = (item: FormItem): FormItem[] | undefined => {
  const meta = metaOf(item);
  if (item.component || meta.child) return undefined;
  const children = fieldUiOf(meta).children?.(meta);
  return children && Object.entries(children).map(([id, child]) => ({ id, meta: child }));
};

const isSecret = (item: FormItem, secrets: ReadonlySet<string>): boolean => {
  const meta = metaOf(item);
  return meta.write_only || secrets.has(item.id) || fieldUiOf(meta).secret === true;
};

const part = (values: Values, name: string): Values => (values[name] ?? {}) as Values;

/** Shown fields whose stored value differs from the entered one, nested objects by field; never secrets. */
export const differencesOf = (
  items: readonly FormItem[],
  versions: Versions,
  secrets: ReadonlySet<string>,
): Difference[] => {
  const { base, theirs, mine } = versions;
  return items
    .filter((item) => isShown(item, mine) && !isSecret(item, secrets))
    .flatMap((item) => {
      const { id } = item;
      const { label } = metaOf(item);
      if (isSame(theirs[id], mine[id])) return [];
      const isTheirs = !isSame(base[id], theirs[id]);
      const parts = partsOf(item);
      if (!parts) return [{ label, item, theirs: theirs[id], mine: mine[id], isTheirs }];
      const inside = { base: part(base, id), theirs: part(theirs, id), mine: part(mine, id) };
      return differencesOf(parts, inside, secrets).map((difference) => ({
        ...difference,
        label: `${label}: ${difference.label}`,
      }));
    });
};
