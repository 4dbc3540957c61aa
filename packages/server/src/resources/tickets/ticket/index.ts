import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { booleanOf } from '../../../engine/fields/boolean/boolean.ts';
import { refuse } from '../../../engine/fields/kind.ts';
import type { Behaviour, Filter, Row } from '../../../engine/resource.ts';
import { containing, isUuid } from '../../../platform/database.ts';
import { instantOf } from '../../../platform/time.ts';
import { durationsOf } from './relations.ts';
import { waitingFor } from './waiting.ts';

/** Condition over alias `t` that a user is an approver of a ticket, at any level. */
const putBefore = (userId: string) => sql`t.assignees @> ${JSON.stringify([userId])}::jsonb`;

/** Applicant and approvers see a ticket, in any organization; nobody else does, not even administrators. */
const concerns = ({ actor }: Context) =>
  isUuid(actor.id) ? sql`(t.applicant = ${actor.id} or ${putBefore(actor.id)})` : sql`false`;

/** Tickets in which a stored name of these relations contains the search text. */
const naming =
  (...relations: string[]): Filter =>
  (value) =>
    sql.join(
      relations.map((name) => sql`(t.rel_snapshot ->> ${name}) ilike ${containing(value)}`),
      sql` or `,
    );

/** Seconds from the opening of a ticket to its last decision; revoking an approval later changes nothing. */
const decidedAfter = ({ state, process_map, date_created }: Row<typeof ticket>): number | null => {
  if (state !== 'approved' && state !== 'rejected') return null;
  const last = process_map.findLast((step) => step.state !== 'pending');
  const [from, to] = [instantOf(date_created), instantOf(last?.approval_date)];
  return from && to ? Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000)) : null;
};

/** Tickets across organizations, for their participants (reference 06 §C.2). */
export const ticketBehaviour = (): Behaviour<typeof ticket> => ({
  visibleTo: concerns,
  filters: {
    assignees__id: (value) => putBefore(isUuid(value) ? value.toLowerCase() : refuse('invalid_uuid')),
    waiting: (value, { actor }) =>
      sql`(${waitingFor(actor.id)}) = ${booleanOf(value) ?? refuse('invalid_boolean')}`,
    applicant_username_name: naming('applicant'),
    relevant_asset: naming('apply_assets', 'apply_login_asset', 'apply_run_asset'),
    relevant_command: (value) => sql`t.apply_run_command ilike ${containing(value)}`,
  },
  search: (pattern) => [sql`t.type ilike ${pattern}`, sql`t.status ilike ${pattern}`],
  computed: {
    duration: async (rows, ctx) => {
      const known = await durationsOf(
        rows.map(({ id }) => id),
        ctx.db,
      );
      return rows.map(({ id }) => known.get(id) ?? null);
    },
    decided_after: (rows) => rows.map(decidedAfter),
    org_name: (rows, ctx) => rows.map((row) => ctx.engine.organizationName(row.org_id) ?? ''),
  },
});
