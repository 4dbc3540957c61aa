import { fieldError } from '@gatehouse/contract/errors.ts';
import type { gatheraccountsautomation } from '@gatehouse/contract/resources/accounts/gatheraccountsautomation.ts';
import type { Context } from '../../../engine/context.ts';
import { authorize } from '../../../engine/permission.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { periodicDisplay, refuseTimeless, withTimeless } from '../../planSchedule.ts';
import { searchesOfPlans } from '../gatheraccountsexecution/statements.ts';
import { planWithoutPlaces } from './statements.ts';

type Plan = typeof gatheraccountsautomation;

type Deps = {
  /** Schedules the runs of a saved plan. */
  schedule: (plan: Row<Plan>, ctx: Context) => Promise<void>;
  /** Takes the runs of deleted plans off the schedule. */
  unschedule: (ids: readonly string[], ctx: Context) => Promise<void>;
};

/** Fields that say where runs create accounts. */
const aboutCreation = ['is_sync_account', 'assets', 'nodes'] as const;

/** Plans that look for accounts on machines (reference 04 §10). */
export const gatherPlanBehaviour = ({ schedule, unschedule }: Deps): Behaviour<Plan> => ({
  beforeWrite: async (event) => {
    const { before, values, input, ctx } = event;
    refuseTimeless(event);
    const isAbout = !before || aboutCreation.some((name) => input[name] !== undefined);
    // Its runs create accounts; this is for those who may do so with the list of what was found.
    if (isAbout && { ...before, ...values }.is_sync_account) authorize(ctx, 'accounts.add_gatheredaccount');
    return undefined;
  },
  refused: (errors, event) => withTimeless(errors, event, false),
  afterWrite: async (written, ctx) => {
    const ids = written.map(({ row }) => row.id);
    if (await planWithoutPlaces(ids, ctx.db)) throw fieldError('assets', 'change_secret_no_targets');
    for (const { row } of written) await schedule(row, ctx);
  },
  afterDelete: (rows, ctx) =>
    unschedule(
      rows.map(({ id }) => id),
      ctx,
    ),
  computed: {
    type: (rows) => rows.map(() => 'gather_accounts'),
    periodic_display: periodicDisplay,
    executed_amount: (rows, ctx) => searchesOfPlans(rows, ctx.db),
  },
});
