import type { AssetCategory } from '../../platform/session/useCategories.ts';

/** One type of asset in a menu of what can be made. */
export type TypeEntry = {
  name: string;
  title: string;
  type: 'primary';
  category: string;
  has: true;
  /** Heading above the first type of a category. */
  group?: string;
};

/** Every type of asset as an entry of one menu, category by category. */
export const typeEntries = (categories: readonly AssetCategory[]): TypeEntry[] =>
  categories.flatMap(({ value: category, label: group, types }) =>
    types.map(
      ({ value, label }, at): TypeEntry => ({
        name: value,
        title: label,
        type: 'primary',
        category,
        has: true,
        ...(at === 0 && { group }),
      }),
    ),
  );
