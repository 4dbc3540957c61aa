import { AppError } from '@gatehouse/contract/errors.ts';
import { daysToDecide } from '@gatehouse/contract/permissions/accessReview.ts';
import type { accessreview } from '@gatehouse/contract/resources/perms/accessreview.ts';
import { sql } from 'drizzle-orm';
import { booleanOf } from '../../../engine/fields/boolean/boolean.ts';
import { refuse } from '../../../engine/fields/kind.ts';
import type { Behaviour, Filter, Row } from '../../../engine/resource.ts';
import { isUuid } from '../../../platform/database.ts';
import { instantOf } from '../../../platform/time.ts';

const dayMs = 86_400_000;

const isAfter = (written: string | null, instant: number): boolean =>
  (instantOf(written)?.getTime() ?? 0) > instant;

const isOverdue = ({ status, date_created }: Row<typeof accessreview>): boolean =>
  status === 'open' && !isAfter(date_created, Date.now() - daysToDecide * dayMs);

const overdue = sql`(t.status = 'open' and t.date_created <= now() - make_interval(days => ${daysToDecide}::int))`;

const flag =
  (condition: Parameters<Filter>[1] extends infer C ? (ctx: C) => ReturnType<typeof sql> : never): Filter =>
  (value, ctx) =>
    sql`(${condition(ctx)}) = ${booleanOf(value) ?? refuse('invalid_boolean')}`;

/** Reviews of permissions that were not used; each is decided once. */
export const accessReviewBehaviour = (): Behaviour<typeof accessreview> => ({
  filters: {
    is_overdue: flag(() => overdue),
    mine: flag(({ actor }) =>
      isUuid(actor.id)
        ? sql`exists (select from perms_accessreview_reviewers j where j.accessreview = t.id and j."user" = ${actor.id})`
        : sql`false`,
    ),
  },
  computed: { is_overdue: (rows) => rows.map(isOverdue) },
  refusals: {
    decide: [
      (rows) => rows.map(({ status }) => (status === 'open' ? undefined : new AppError('review_decided'))),
    ],
    restore: [
      (rows) =>
        rows.map(({ status, date_ends }) =>
          status === 'expired' && isAfter(date_ends, Date.now())
            ? undefined
            : new AppError('review_not_restorable'),
        ),
    ],
  },
});
