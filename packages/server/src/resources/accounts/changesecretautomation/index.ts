import type { MethodParams } from '@gatehouse/contract/assets/automationMethods.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import type { changesecretautomation } from '@gatehouse/contract/resources/accounts/changesecretautomation.ts';
import type { Context } from '../../../engine/context.ts';
import { authorize } from '../../../engine/permission.ts';
import type { Behaviour, Row, WriteEvent } from '../../../engine/resource.ts';
import { periodicDisplay, refuseTimeless, withTimeless } from '../../planSchedule.ts';
import { changesOfPlans } from '../changesecretexecution/statements.ts';
import { checkedParams } from '../methodParams.ts';
import { refuseEmptyRules, refuseUnfitPassword } from '../passwordFits.ts';
import { openedSecret, writtenSecret } from '../secretValue.ts';
import { changeSecretPlan, planWithoutTargets } from './statements.ts';

type Plan = typeof changesecretautomation;

type Deps = {
  /** Schedules the runs of a saved plan. */
  schedule: (plan: Row<Plan>, ctx: Context) => Promise<void>;
  /** Takes the runs of deleted plans off the schedule. */
  unschedule: (ids: readonly string[], ctx: Context) => Promise<void>;
};

/** Fields that say which secrets a report holds, and who gets it. */
const aboutReports = ['recipients', 'accounts', 'assets', 'nodes', 'secret_type'] as const;
/** Fields that say what devices are told, and with which secrets. */
const aboutCommands = ['params', 'accounts', 'assets', 'nodes', 'secret_type'] as const;
/** Fields that say which accounts a plan that pushes them may create. */
const aboutAccounts = ['accounts', 'assets', 'nodes', 'secret_type'] as const;

const hasRecipients = async ({ before, values, ctx }: WriteEvent<Plan>): Promise<boolean> => {
  const sent = values.recipients as readonly string[] | undefined;
  const known = sent ?? (before && (await changeSecretPlan(before.id, ctx.db))?.recipients) ?? [];
  return known.length > 0;
};

/** Whether the plan says with which commands devices get the secrets. */
const hasCommands = ({ before, values }: WriteEvent<Plan>): boolean => {
  const params = (values.params ?? before?.params ?? {}) as MethodParams;
  return [params.change_secret_by_ssh?.commands ?? []].flat().some((text) => text.trim() !== '');
};

/** The plan's own secret, which it keeps only if it is used. */
const ownSecret = async ({ before, values, ctx }: WriteEvent<Plan>) => {
  const after = { ...before, ...values };
  if (after.secret_strategy === 'random') {
    if (after.secret_type === 'password' && values.password_rules) refuseEmptyRules(values.password_rules);
    return { secret: null };
  }
  if (!after.secret) throw fieldError('secret', 'required');
  if (after.secret_type !== 'ssh_key') {
    if (values.secret || before?.secret_type === 'ssh_key')
      refuseUnfitPassword((await openedSecret(after.secret, ctx)) ?? '');
    return {};
  }
  const stored = before && { ...before, ssh_key_fingerprint: null };
  const key = await writtenSecret({ ...values, secret_type: 'ssh_key' }, stored, ctx);
  return key ? { secret: key.secret } : {};
};

const beforeWrite = async (event: WriteEvent<Plan>) => {
  const { before, values, input, ctx } = event;
  const kind = { ...before, ...values }.kind ?? 'change_secret';
  const touches = (names: readonly (keyof typeof input)[]) =>
    !before || names.some((name) => input[name] !== undefined);
  // Runs create the accounts that are missing, in the name of the installation.
  if (kind === 'push_account' && touches(aboutAccounts)) authorize(ctx, 'accounts.add_account');
  // Recipients get the secrets: this is for users who may see them (docs/decisions/0450).
  if (kind === 'change_secret' && touches(aboutReports) && (await hasRecipients(event)))
    authorize(ctx, 'accounts.view_accountsecret');
  // A command could send secrets anywhere (docs/decisions/0478).
  if (kind === 'change_secret' && touches(aboutCommands) && hasCommands(event))
    authorize(ctx, 'accounts.view_accountsecret');
  refuseTimeless(event);
  if ({ ...before, ...values }.accounts?.length === 0) throw fieldError('accounts', 'empty_list');
  return {
    ...(await ownSecret(event)),
    ...(values.params !== undefined && {
      params: checkedParams(kind, values.params),
    }),
    // Plans that push have no recipients (reference 04 §9).
    ...(kind === 'push_account' && values.recipients !== undefined && { recipients: [] }),
  };
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
    type: (rows) => rows.map(({ kind }) => kind),
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
