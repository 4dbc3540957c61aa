import type { Context } from '../../../../engine/context.ts';
import type { Values } from '../../../../engine/resource.ts';

/** The values of one named item in a file, and its secrets by path, such as `meta.SECRET_KEY`. */
export type Item = { values: Values; secrets: ReadonlyMap<string, string> };

/** What a path of an item may hold: a value, one that is fixed after creation, or the reference to a secret. */
export type Place = 'value' | 'once' | 'secret';

/** Named items of an installation that make up a section of a settings file. */
export type Collection = {
  section: string;
  title(ctx: Context): string;
  /** All stored items by name, in the order of an export. */
  stored(ctx: Context): Promise<ReadonlyMap<string, Item>>;
  /** The paths that an item with these values may have. */
  places(values: Values, ctx: Context): ReadonlyMap<string, Place>;
  /** Creates the item with this name, or changes some of its values; throws the reason if it cannot. */
  write(name: string, change: { before: Item | undefined; values: Values }, ctx: Context): Promise<void>;
  /** Deletes it; throws the reason if it cannot. Absent: such items always exist. */
  remove?(name: string, ctx: Context): Promise<void>;
};

/** Stands in a file in place of an item that is to be deleted. */
export const absent = 'absent';
