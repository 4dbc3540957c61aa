import { field } from '../resource/fields.ts';

/** What starts a run of a plan: a user, or its schedule. */
export const planTriggers = ['manual', 'timing'] as const;

/** What starts a run of a plan. */
export type PlanTrigger = (typeof planTriggers)[number];

/** How a run of a plan is doing, or how it ended. */
export const planStates = ['pending', 'running', 'success', 'failure', 'stopped'] as const;

/** How a run of a plan is doing, or how it ended. */
export type PlanState = (typeof planStates)[number];

/** A plan about accounts as it was when it ran, without its secret (reference 04 §7.2). */
export type PlanSnapshot = {
  type: { value: string; label: string };
  name: string;
  comment: string;
  accounts: string[];
  node_amount: number;
  asset_amount: number;
};

/** What plans and runs about secrets do: change the secrets of accounts, or push accounts to machines. */
export const changeKinds = ['change_secret', 'push_account'] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** Hours between two runs unless a plan says otherwise. */
const DAILY_HOURS = 24;

/**
 * When a plan runs by itself, and how often it has run; the same for every kind of plan (reference 04 §7.1).
 * The server's half is `resources/planSchedule.ts`.
 */
export const planSchedule = ({ isPeriodic }: { isPeriodic: boolean }) => ({
  is_periodic: field.boolean({ default: isPeriodic, help: true }),
  crontab: field.crontab({ nullable: true, default: null }),
  interval: field.interval({ nullable: true, default: DAILY_HOURS }),
  periodic_display: field.computed.of<string>()({ as: 'string', readOnly: true, told: { type: 'field' } }),
  executed_amount: field.computed.of<number>()({ as: 'integer', readOnly: true, told: { type: 'field' } }),
});
