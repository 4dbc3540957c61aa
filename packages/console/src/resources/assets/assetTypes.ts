import type { AssetCategory } from '../../platform/session/useCategories.ts';

/** An asset type as an entry of the create menu. */
export type TypeEntry = {
  name: string;
  title: string;
  type: 'primary';
  category: string;
  has: true;
  /** Heading, on the first type of each category. */
  group?: string;
};

/** All asset types as the entries of one menu, category by category. */
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
