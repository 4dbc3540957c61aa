import { compileIpGroup, type Ip } from '@gatehouse/contract/network/ipGroup.ts';
import type { DayPeriod, RuleConditions } from '@gatehouse/contract/policy/rules.ts';

/** A moment on the clock of a time zone: weekday (0 is Sunday) and minutes since midnight. */
export type Moment = { weekday: number; minutes: number };

/** Conditions of a rule, ready to be asked. */
export type CompiledConditions = {
  isFrom(ip: Ip | undefined): boolean;
  isAt(moment: Moment): boolean;
};

const minutesInDay = 24 * 60;
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

type Span = { from: number; to: number };

const spansOf = (value: string): Span[] =>
  value.split('、').flatMap((span) => {
    const found = /^(\d\d):(\d\d)~(\d\d):(\d\d)$/.exec(span.trim());
    if (!found) return [];
    const [fromHours = 0, fromMinutes = 0, toHours = 0, toMinutes = 0] = found.slice(1).map(Number);
    return [{ from: fromHours * 60 + fromMinutes, to: toHours * 60 + toMinutes || minutesInDay }];
  });

const compilePeriods = (days: readonly DayPeriod[]): ((moment: Moment) => boolean) => {
  const spans = new Map(days.map(({ id, value }) => [Number(id), spansOf(value)]));
  return ({ weekday, minutes }) =>
    (spans.get(weekday) ?? []).some(({ from, to }) => from <= minutes && minutes < to);
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
