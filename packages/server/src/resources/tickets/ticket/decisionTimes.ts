import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { waitingFor } from './waiting.ts';

/** How many days decisions count for. */
const days = 30;

/** How long the tickets that were assigned to a user took to decide lately, in seconds, and how many wait. */
export const decisionTimesOf = async (
  user: string,
  db: Database,
): Promise<{ decided: number; average: number | null; waiting: number }> => {
  const [times] = await db.rows<{ decided: number; average: number | null }>(sql`
    select count(*)::int as decided, round(avg(greatest(0, extract(epoch from d.at - t.date_created))))::int as average
    from tickets_ticket t
    cross join lateral (select max((s.step ->> 'approval_date')::timestamptz) as at
      from jsonb_array_elements(t.process_map) as s(step) where s.step ->> 'state' <> 'pending') d
    where t.assignees @> jsonb_build_array(${user}::text) and t.state in ('approved', 'rejected')
      and t.date_created > now() - make_interval(days => ${days}::int)`);
  const [open] = await db.rows<{ waiting: number }>(
    sql`select count(*)::int as waiting from tickets_ticket t where ${waitingFor(user)}`,
  );
  return { decided: times?.decided ?? 0, average: times?.average ?? null, waiting: open?.waiting ?? 0 };
};
