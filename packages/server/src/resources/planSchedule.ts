import type { planSchedule } from '@gatehouse/contract/automation/plan.ts';
import { type FieldErrors, fieldError } from '@gatehouse/contract/errors.ts';
import type { Context } from '../engine/context.ts';

/** The stored part of when a plan runs. */
export type PlanTimes = { is_periodic: boolean; crontab: string | null; interval: number | string | null };

type Given = { readonly [K in keyof ReturnType<typeof planSchedule>]?: unknown };

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
const hasTimes = ({ crontab, interval }: Given): boolean => isGiven(crontab) || isGiven(interval);
const missing = { key: 'plan_times_missing' };

/**
 * Refuses a plan that runs by itself but names no times. They must be in the input or stored before: a default that
 * the user did not see starts nothing (reference 04 §7.1), neither in a new plan nor in one that PUT replaces.
 */
export const refuseTimeless = (event: {
  before: PlanTimes | undefined;
  values: Given;
  input: Given;
}): void => {
  const { before, values, input } = event;
  const given = (name: 'crontab' | 'interval') => (values[name] === undefined ? before?.[name] : input[name]);
  const isOn = { ...before, ...values }.is_periodic === true;
  if (isOn && !hasTimes({ crontab: given('crontab'), interval: given('interval') }))
    throw fieldError('is_periodic', missing.key);
};

/** Adds that refusal to the other mistakes of a whole plan, so that a form gets all of them at once. */
export const withTimeless = (
  errors: FieldErrors,
  { mode, body }: { mode: 'create' | 'replace' | 'patch'; body: Given },
  isPeriodic: boolean,
): FieldErrors => {
  const isOn = body.is_periodic === undefined ? isPeriodic : body.is_periodic === true;
  return mode === 'patch' || !isOn || hasTimes(body) ? errors : { is_periodic: [missing], ...errors };
};

/** When a plan runs, as the jobs port plans it; undefined: never by itself. */
export const rhythmOf = (
  { is_periodic, crontab, interval }: PlanTimes,
  isActive: boolean,
): { cron: string | null; hours: number | null } | undefined =>
  is_periodic && isActive && hasTimes({ crontab, interval })
    ? { cron: crontab || null, hours: crontab ? null : Number(interval) }
    : undefined;

/** When plans run by themselves, in the reader's language; `-` for those that do not. */
export const periodicDisplay = (rows: readonly PlanTimes[], ctx: Pick<Context, 't'>): string[] =>
  rows.map(({ is_periodic, crontab, interval }) => {
    if (!is_periodic || !hasTimes({ crontab, interval })) return '-';
    return crontab
      ? `${ctx.t('automation.crontab')} ( ${crontab} )`
      : `${ctx.t('automation.interval')} ( ${interval} h )`;
  });
