import { AppError, fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import { collectionOf } from '@gatehouse/contract/resource/defineResource.ts';
import type { savedfilter } from '@gatehouse/contract/resources/users/savedfilter.ts';
import { type GoneValue, mostSavedFilters, pageParams } from '@gatehouse/contract/wire/savedFilters.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { authorize, can } from '../../../engine/permission.ts';
import {
  type Behaviour,
  type NewRow,
  operationsOf,
  permissionOf,
  type Resource,
  type Row,
  type WriteEvent,
} from '../../../engine/resource.ts';
import { texts } from '../../../platform/database.ts';

const SHARE = 'users.share_savedfilter';
/** Sets the locks of users' filters apart from other locks. */
const lockSeed = 257;

type Deps = {
  /** Which values of a query no longer exist, for rows at a place. */
  goneValues(filter: { place: string; query: string }, ctx: Context): Promise<GoneValue[]>;
};

/** The organization that filters belong to; null stands for the root organization. */
const orgOf = ({ org }: Context): string | null => (org.isRoot ? null : org.id);

const listedAt = (place: string, ctx: Context): Resource | undefined =>
  [...ctx.engine.resources.values()].find(
    (resource) =>
      collectionOf(resource.definition) === `/api/v1/${place}/` && operationsOf(resource).includes('list'),
  );

/** Places whose rows the caller may list. */
const placesFor = (ctx: Context): string[] =>
  [...ctx.engine.resources.values()]
    .filter(
      (resource) => operationsOf(resource).includes('list') && can(ctx.actor, permissionOf(resource, 'view')),
    )
    .map(({ definition }) => `${definition.app}/${definition.path}`);

/** Own filters, and shared ones of lists that the caller may see, in the organization of the request. */
const visibleTo = (ctx: Context): SQL =>
  sql`t.org is not distinct from ${orgOf(ctx)}::uuid and (t."user" = ${ctx.actor.id || null}
    or (t.is_shared and t.place = any(${texts(placesFor(ctx))})))`;

/** What chooses and orders the rows, in a form of its own for each choice. */
const tidied = (query: string): string => {
  const kept = [...new URLSearchParams(query)]
    .map(([name, value]) => [name, value.trim()])
    .filter(([name = '', value]) => value && !pageParams.includes(name));
  if (kept.length === 0) throw fieldError('query', 'saved_filter_empty');
  return new URLSearchParams(kept.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))).toString();
};

type Owned = { user: string; list_name: string; org: string | null };

const sameName = async (
  name: string,
  { user, list_name, org }: Owned,
  except: string | undefined,
  ctx: Context,
) =>
  ctx.db.rows(sql`select 1 from users_savedfilter where name = ${name} and "user" = ${user} and list_name = ${list_name}
    and org is not distinct from ${org}::uuid and id is distinct from ${except ?? null}::uuid`);

const beforeWrite = async ({ ctx, before, values }: WriteEvent<typeof savedfilter>) => {
  const full = { ...before, ...values };
  const owned = {
    user: before?.user ?? ctx.actor.id,
    org: before ? before.org : orgOf(ctx),
    list_name: String(full.list_name),
  };
  if (full.is_shared) {
    authorize(ctx, SHARE);
    if (!listedAt(String(full.place), ctx)) throw fieldError('is_shared', 'saved_filter_not_shareable');
  }
  if ((await sameName(String(full.name), owned, before?.id, ctx)).length > 0)
    throw fieldError('name', 'saved_filter_name_taken');
  return {
    ...(before ? {} : { user: owned.user, org: owned.org }),
    ...(values.query !== undefined && { query: tidied(values.query) }),
  };
};

/** Filters of a user are written one transaction after another, so that two of them cannot take the same place or name. */
const prepare = async (_verb: unknown, ctx: Context): Promise<void> => {
  await ctx.db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${ctx.actor.id}::text, ${lockSeed}))`);
};

/** Refuses new filters beyond the limit of their list. */
const beforeCreate = async (rows: NewRow<typeof savedfilter>[], ctx: Context): Promise<void> => {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const list = String(row.values.list_name);
    const had =
      counts.get(list) ??
      (
        await ctx.db.rows(sql`select 1 from users_savedfilter where "user" = ${ctx.actor.id} and list_name = ${list}
          and org is not distinct from ${orgOf(ctx)}::uuid limit ${mostSavedFilters}`)
      ).length;
    counts.set(list, had + 1);
    if (had >= mostSavedFilters)
      row.errors = { name: [{ key: 'saved_filters_full', params: { max: mostSavedFilters } }] };
  }
};

/** Refuses an undo that brings back a filter of a list that has become full since. */
const refuseFull = async (rows: Row<typeof savedfilter>[], ctx: Context): Promise<void> => {
  const [full] = await ctx.db.rows(sql`select 1 from users_savedfilter t
    where t."user" = ${ctx.actor.id} and t.list_name = any(${texts(rows.map((row) => row.list_name))})
    group by t.list_name, t.org having count(*) > ${mostSavedFilters} limit 1`);
  if (full)
    throw new ValidationError({
      non_field_errors: [{ key: 'saved_filters_full', params: { max: mostSavedFilters } }],
    });
};

/** Rule: a shared filter is used by others and changed by its user only. */
const ofAnother = (rows: Row<typeof savedfilter>[], ctx: Context) =>
  rows.map(({ user }) =>
    user === ctx.actor.id
      ? undefined
      : new AppError('permission_denied', {}, { messageKey: 'saved_filter_of_another' }),
  );

/** Saved filters: each user's own, and those that others share (docs/decisions/0257). */
export const savedFilterBehaviour = ({ goneValues }: Deps): Behaviour<typeof savedfilter> => ({
  visibleTo,
  prepare,
  beforeWrite,
  beforeCreate,
  refusals: { update: [ofAnother], destroy: [ofAnother] },
  restored: async (rows, ctx) => {
    if (rows.some(({ is_shared }) => is_shared)) authorize(ctx, SHARE);
    await refuseFull(rows, ctx);
  },
  computed: {
    gone: async (rows, ctx) => {
      const found: GoneValue[][] = [];
      for (const { place, query } of rows) found.push(await goneValues({ place, query }, ctx));
      return found;
    },
  },
});
