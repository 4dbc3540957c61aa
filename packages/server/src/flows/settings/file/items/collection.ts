import type { Context } from '../../../../engine/context.ts';
import type { Values } from '../../../../engine/resource.ts';

/** What one named thing has in a file, and its secrets by the path of their place, such as `meta.SECRET_KEY`. */
export type Item = { values: Values; secrets: ReadonlyMap<string, string> };

/** What may stand at a path of an item: a value, one that never changes again, or the reference to a secret. */
export type Place = 'value' | 'once' | 'secret';

/** Named things of an installation that stand in a section of a settings file. */
export type Collection = {
  section: string;
  title(ctx: Context): string;
  /** Everything that is stored, by name, in the order of an export. */
  stored(ctx: Context): Promise<ReadonlyMap<string, Item>>;
  /** The paths an item with these values may have. */
  places(values: Values, ctx: Context): ReadonlyMap<string, Place>;
  /** Creates the thing of a name, or changes some of its values; throws why not. */
  write(name: string, change: { before: Item | undefined; values: Values }, ctx: Context): Promise<void>;
  /** Deletes it; throws why not. Absent: such things always exist. */
  remove?(name: string, ctx: Context): Promise<void>;
};

/** Stands in a file in place of a thing that is to be deleted. */
export const absent = 'absent';
