import type { Message } from '@gatehouse/contract/messages/messages.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../platform/database.ts';
import { allAccessReviews, allReviewers } from '../../resources/perms/accessreview/relations.ts';
import { notify } from '../notifications/notify.ts';

/** Maximum length of the names in a message, in characters. */
const longest = 1000;

type Told = { names: string; people: string[] };

/** Tells the reviewers of reviews, each once: one message for those who have the same ones. */
export const tellReviewers = async (
  { reviews, org }: { reviews: readonly string[]; org: string },
  messageOf: (names: string) => Message,
  db: Database,
): Promise<void> => {
  if (reviews.length === 0) return;
  const told = await db.rows<Told>(sql`with each as (
      select w."user", left(string_agg(r.name, ', ' order by r.name), ${longest}::int) as names
      from ${allAccessReviews} r join ${allReviewers} w on w.accessreview = r.id
      where r.org_id = ${org}::uuid and r.id = any(${uuids(reviews)}) group by 1)
    select e.names, array_agg(e."user"::text) as people from each e group by 1`);
  for (const { names, people } of told) await notify(people, messageOf(names), db, { org });
};
