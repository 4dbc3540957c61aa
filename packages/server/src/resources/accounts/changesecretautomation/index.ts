import { fieldError } from '@gatehouse/contract/errors.ts';
import type { changesecretautomation } from '@gatehouse/contract/resources/accounts/changesecretautomation.ts';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Row, WriteEvent } from '../../../engine/resource.ts';
import { periodicDisplay, refuseTimeless, withTimeless } from '../../planSchedule.ts';
import { changesOfPlans } from '../changesecretexecution/statements.ts';
import { writtenSecret } from '../secretValue.ts';
import { planWithoutTargets } from './statements.ts';

type Plan = typeof changesecretautomation;

type Deps = {
  /** Schedules the runs of a saved plan. */
  schedule: (plan: Row<Plan>, ctx: Context) => Promise<void>;
  /** Takes the runs of deleted plans off the schedule. */
  unschedule: (ids: readonly string[], ctx: Context) => Promise<void>;
};

const beforeWrite = async (event: WriteEvent<Plan>) => {
  const { before, values, ctx } = event;
  refuseTimeless(event);
  const after = { ...before, ...values };
  if (after.accounts?.length === 0) throw fieldError('accounts', 'empty_list');
  // The plan's own secret is kept only if it is used.
  if (after.secret_strategy === 'random') return { secret: null };
  if (!after.secret) throw fieldError('secret', 'required');
  if (after.secret_type !== 'ssh_key') return undefined;
  const stored = before && { ...before, ssh_key_fingerprint: null };
  const key = await writtenSecret({ ...values, secret_type: 'ssh_key' }, stored, ctx);
  return key && { secret: key.secret };
};

/** Secret change plans (reference 04 §8). */
export const changeSecretPlanBehaviour = ({ schedule, unschedule }: Deps): Behaviour<Plan> => ({
  beforeWrite,
  refused: (errors, event) => withTimeless(errors, event, false),
  afterWrite: async (written, ctx) => {
    const ids = written.map(({ row }) => row.id);
    if (await planWithoutTargets(ids, ctx.db)) throw fieldError('assets', 'change_secret_no_targets');
    for (const { row } of written) await schedule(row, ctx);
  },
  afterDelete: (rows, ctx) =>
    unschedule(
      rows.map(({ id }) => id),
      ctx,
    ),
  computed: {
    type: (rows) => rows.map(() => 'change_secret'),
    periodic_display: periodicDisplay,
    executed_amount: async (rows, ctx) => {
      const runs = await changesOfPlans(
        rows.map(({ id }) => id),
        ctx.db,
      );
      return rows.map(({ id }) => runs.get(id) ?? 0);
    },
  },
});
