import { type Category, categories } from '@gatehouse/contract/assets/categories.ts';
import type { Constraints } from '@gatehouse/contract/assets/constraints.ts';
import { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { choiceLabel } from '../../engine/labels.ts';
import { constraintsFor } from '../../resources/assets/platform/constraintsFor.ts';
import { exposedTypes } from '../../resources/assets/platform/exposedTypes.ts';
import { allPlatforms } from '../../resources/assets/platform/relations.ts';

/** A type as the wire carries it. */
export type TypeEntry = { value: string; label: string; category: Category; constraints: Constraints };
/** A category with its types. */
export type CategoryEntry = { value: Category; label: string; types: TypeEntry[] };

const customTypes = async (ctx: Context): Promise<string[]> => {
  const rows = await ctx.db.rows<{ type: string }>(
    sql`select distinct type from ${allPlatforms} p where category = 'custom' order by 1`,
  );
  return rows.map((row) => row.type);
};

const typeEntry = async (category: Category, type: string, ctx: Context): Promise<TypeEntry | undefined> => {
  const constraints = await constraintsFor(category, type, ctx);
  const resource = ctx.engine.resource(platform);
  return (
    constraints && {
      value: type,
      label: choiceLabel({ name: 'type', resource, ctx }, type),
      category,
      constraints,
    }
  );
};

/** Categories that have types, each with its types and their constraints. */
export const categoryEntries = async (isEnterprise: boolean, ctx: Context): Promise<CategoryEntry[]> => {
  const resource = ctx.engine.resource(platform);
  const entries: CategoryEntry[] = [];
  for (const category of categories) {
    const types = category === 'custom' ? await customTypes(ctx) : exposedTypes(category, isEnterprise);
    const found = await ctx.db.together(types.map((type) => () => typeEntry(category, type, ctx)));
    const known = found.filter((entry) => entry !== undefined);
    if (known.length)
      entries.push({
        value: category,
        label: choiceLabel({ name: 'category', resource, ctx }, category),
        types: known,
      });
  }
  return entries;
};

/** Constraints of one type; empty for an unknown type or category. */
export const constraintsEntry = async (
  { category, type = '' }: { category?: string; type?: string },
  ctx: Context,
): Promise<Constraints | Record<string, never>> => {
  const known = categories.find((entry) => entry === category);
  return (known && (await constraintsFor(known, type, ctx))) ?? {};
};
