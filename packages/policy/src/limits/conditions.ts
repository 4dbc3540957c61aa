import { weekOf } from '@gatehouse/contract/acls/timePeriod.ts';
import { compileIpGroup, type Ip } from '@gatehouse/contract/network/ipGroup.ts';
import type { DayPeriod, RuleConditions } from '@gatehouse/contract/policy/rules.ts';

/** A moment on the clock of a time zone: weekday (0 is Sunday) and minutes since midnight. */
export type Moment = { weekday: number; minutes: number };

/** Conditions of a rule, ready to be asked. */
export type CompiledConditions = {
  isFrom(ip: Ip | undefined): boolean;
  isAt(moment: Moment): boolean;
};

const MINUTES_IN_HALF_HOUR = 30;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Reads the clock of a time zone. */
export const momentIn = (zone: string): ((now: Date) => Moment) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (now) => {
    const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
    return {
      weekday: weekdays.indexOf(parts.get('weekday') ?? ''),
      minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
    };
  };
};

const compilePeriods = (days: readonly DayPeriod[]): ((moment: Moment) => boolean) => {
  const week = weekOf(days.map(({ id, value }) => ({ id: Number(id), value })));
  return ({ weekday, minutes }) => week[weekday]?.[Math.floor(minutes / MINUTES_IN_HALF_HOUR)] ?? false;
};

const always = (): boolean => true;

/** Conditions of a rule (reference 04 §16.1); what is missing or empty is met. */
export const compileConditions = (rules: RuleConditions | null | undefined): CompiledConditions => {
  const { ip_group = [], time_period = [] } = rules ?? {};
  return {
    isFrom: ip_group.length > 0 ? compileIpGroup(ip_group) : always,
    isAt: time_period.length > 0 ? compilePeriods(time_period) : always,
  };
};
