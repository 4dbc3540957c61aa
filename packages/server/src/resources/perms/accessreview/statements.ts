import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';
import { allPermissions } from '../assetpermission/relations.ts';

/**
 * Opens a review for each permission of an organization that is in force for at least another week, as old as `days`
 * and not used for as long, unless one is open, confirmed it within these days, or lets it expire.
 */
export const openReviews = (org: string, days: number, db: Database): Promise<{ id: string }[]> =>
  db.rows<{
    id: string;
  }>(sql`insert into perms_accessreview (id, org_id, name, permission, status, date_last_used, users_amount, assets_amount,
      decided_by, date_reminded, open_for, date_created, comment)
    select gen_random_uuid(), p.org_id, p.name, p.id, 'open', p.date_last_used, 0, 0, '', now(), p.id, now(), ''
    from ${allPermissions} p
    where p.org_id = ${org}::uuid and p.is_active and p.date_expired > now() + interval '7 days'
      and greatest(p.date_created, p.date_start) < now() - make_interval(days => ${days}::int)
      and (p.date_last_used is null or p.date_last_used < now() - make_interval(days => ${days}::int))
      and not exists (select from perms_accessreview r where r.permission = p.id and (r.status = 'open'
        or (r.status = 'kept' and r.date_decided > now() - make_interval(days => ${days}::int))
        or (r.status = 'expired' and r.date_ends > now())))
    on conflict do nothing returning id::text as id`);

/** Notes whom and what permissions reach. */
export const noteAmounts = async (
  amounts: readonly { id: string; users: number; assets: number }[],
  db: Database,
): Promise<void> => {
  await db.rows(sql`update perms_accessreview r set users_amount = a.users, assets_amount = a.assets
    from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as a(id uuid, users int, assets int) where r.id = a.id`);
};

/** Ends open reviews whose permission is used again, or grants nothing any more; returns how many. */
export const settleReviews = async (org: string, days: number, db: Database): Promise<number> => {
  const settled =
    await db.rows(sql`update perms_accessreview r set status = 'settled', date_decided = now(), open_for = null,
      date_last_used = p.date_last_used
    from ${allPermissions} p where r.org_id = ${org}::uuid and r.status = 'open' and p.id = r.permission
      and (p.date_last_used >= now() - make_interval(days => ${days}::int) or not p.is_active or p.date_expired <= now())
    returning 1`);
  return settled.length;
};

/** Puts reviews before other users. */
export const setReviewers = async (
  pairs: readonly { review: string; user: string }[],
  db: Database,
): Promise<void> => {
  const reviews = [...new Set(pairs.map(({ review }) => review))];
  await db.rows(sql`delete from perms_accessreview_reviewers where accessreview = any(${uuids(reviews)})`);
  await db.rows(sql`insert into perms_accessreview_reviewers (accessreview, "user")
    select p.review, p."user" from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p(review uuid, "user" uuid) on conflict do nothing`);
};

/** The open reviews of an organization whose last message is `days` old; they count as reminded from now on. */
export const takeOverdue = (org: string, days: number, db: Database): Promise<{ id: string }[]> =>
  db.rows<{ id: string }>(sql`update perms_accessreview r set date_reminded = now()
    where r.org_id = ${org}::uuid and r.status = 'open' and r.date_reminded <= now() - make_interval(days => ${days}::int)
    returning r.id::text as id`);

/** A permission that expires because its review was not decided. */
export type Unanswered = {
  review: string;
  id: string;
  org_id: string;
  name: string;
  date_before: string;
  date_ends: string;
};

/** Ends the reviews that have been open for `days`: their permissions end in a week, or earlier as they did before. */
export const expireUnanswered = (org: string, days: number, db: Database): Promise<Unanswered[]> =>
  db.rows<Unanswered>(sql`update perms_accessreview r set status = 'expired', decided_by = 'System', date_decided = now(), open_for = null,
      date_ended_before = p.date_expired, date_ends = least(p.date_expired, now() + interval '7 days')
    from ${allPermissions} p where r.org_id = ${org}::uuid and r.status = 'open' and p.id = r.permission
      and r.date_created <= now() - make_interval(days => ${days}::int)
    returning r.id::text as review, p.id::text as id, p.org_id::text as org_id, p.name, p.date_expired::text as date_before, least(p.date_expired, now() + interval '7 days')::text as date_ends`);
