import type { operatelog } from '@gatehouse/contract/resources/audits/operatelog.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { resourceTitle } from '../../../engine/labels.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { texts } from '../../../platform/database.ts';

/** Localized name of the resource an operation was about. */
export const titleOf = (key: string, ctx: Context): string => {
  const resource = ctx.engine.resources.get(key);
  if (resource) return resourceTitle(resource, ctx);
  // Settings panels are not resources, but have a name as well.
  const named = `${key}._`;
  const found = ctx.t(named);
  return found === named ? key : found;
};

/** Keys of the resources with this name in the user's language, or with this key. */
const keysNamed = (name: string, ctx: Context): string[] =>
  [...ctx.engine.resources.values()]
    .filter(
      (resource) =>
        resource.key === name || resourceTitle(resource, ctx).toLowerCase() === name.toLowerCase(),
    )
    .map((resource) => resource.key);

/** Both sides of a diff as sent to clients; an empty side is replaced by a word for "empty". */
export const diffLines = (row: Pick<Row<typeof operatelog>, 'diff'>, ctx: Context) => {
  const word = (side: unknown) => String(side ?? '') || ctx.t('common.words.empty');
  return Object.entries(row.diff ?? {}).map(([field, [before, after]]) => ({
    field,
    before: word(before),
    after: word(after),
  }));
};

/** Operate logs (reference 05 §6.2). */
export const operateLogBehaviour = (): Behaviour<typeof operatelog> => ({
  filters: {
    resource_type: (value, ctx) => sql`t.resource_key = any(${texts(keysNamed(value.trim(), ctx))})`,
  },
  computed: { resource_type: (rows, ctx) => rows.map((row) => titleOf(row.resource_key, ctx)) },
});
