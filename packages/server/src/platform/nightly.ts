import { parseDatetime } from './time.ts';

/** Waits longer than a day never happen; a wait of zero would run twice. */
const leastMs = 1000;

const dayText = (date: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(date);

/** Milliseconds until it is this hour in a zone. */
export const msUntilHour = (hour: number, zone: string, now: Date): number => {
  const at = (date: Date) => parseDatetime(`${dayText(date, zone)} ${hour}:00:00`, zone)?.getTime() ?? 0;
  const today = at(now) - now.getTime();
  if (today >= leastMs) return today;
  return Math.max(leastMs, at(new Date(now.getTime() + 86_400_000)) - now.getTime());
};

/** Runs work once a day at an hour; answers a function that ends it. */
export const everyDay = (
  given: { hour: number; zone: string; failed: (error: unknown) => void },
  work: () => Promise<unknown>,
): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  const plan = () => {
    timer = setTimeout(
      () => {
        void work().catch(given.failed);
        plan();
      },
      msUntilHour(given.hour, given.zone, new Date()),
    ).unref();
  };
  plan();
  return () => clearTimeout(timer);
};
