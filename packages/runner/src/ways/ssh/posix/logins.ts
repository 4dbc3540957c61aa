import type { Login } from '../../../engine/accountList.ts';

/** Longer lines are of no command that is asked. */
const MOST_LINE = 512;
const DAY_MS = 24 * 60 * 60 * 1000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.length <= MOST_LINE);

type Parts = { month: string; day: string; time: string; year?: string | undefined };

/** An instant in UTC; without a year, the latest that is not in the future. */
const instantOf = ({ month, day, time, year }: Parts, now: number): number => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  const inYear = (number: number) =>
    Date.UTC(number, months.indexOf(month), Number(day), hours, minutes, seconds);
  if (year !== undefined) return inYear(Number(year));
  const thisYear = new Date(now).getUTCFullYear();
  const at = inYear(thisYear);
  return at > now + DAY_MS ? inYear(thisYear - 1) : at;
};

const LAST =
  /^(\S+)\s+(\S+)\s+(?:(\S+)\s+)?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\s+([A-Z][a-z]{2})\s+(\d{1,2})\s+(?:(\d{4})\s+)?(\d\d:\d\d(?::\d\d)?)(?:\s+(\d{4}))?/;

/** Last logins in the output of `last`, newest first, of Linux, BusyBox, the BSDs and macOS. */
export const loginsByLast = (text: string, now: number): Map<string, Login> => {
  const logins = new Map<string, Login>();
  for (const line of linesOf(text)) {
    const [, name = '', , from = '', month = '', day = '', before, time = '', after] = LAST.exec(line) ?? [];
    if (name === '' || logins.has(name) || !months.includes(month)) continue;
    logins.set(name, { address: from, at: instantOf({ month, day, time, year: before ?? after }, now) });
  }
  return logins;
};

const LASTLOG =
  /^(\S+)\s(.*?)\s(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\s+([A-Z][a-z]{2})\s+(\d{1,2})\s+(\d\d:\d\d:\d\d)\s+([+-]\d{4})\s+(\d{4})$/;
const PORT = /^(pts|tty|console|ssh|hvc|:|vc)/;

/** Last logins in the output of `lastlog` or `lastlog2`; its columns may be empty, and are as wide as their content. */
export const loginsByLastlog = (text: string): Map<string, Login> => {
  const logins = new Map<string, Login>();
  for (const line of linesOf(text)) {
    const [, name = '', between = '', month = '', day = '', time = '', zone = '', year] =
      LASTLOG.exec(line.trimEnd()) ?? [];
    if (name === '' || !months.includes(month)) continue;
    const [first = '', second] = between.trim().split(/\s+/);
    const address = second ?? (PORT.test(first) ? '' : first);
    const sign = zone.startsWith('-') ? -1 : 1;
    const offset = sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3))) * 60_000;
    logins.set(name, { address, at: instantOf({ month, day, time, year }, 0) - offset });
  }
  return logins;
};

/** Last logins in the output of `lsuser` of AIX, in seconds. */
export const loginsOfAix = (text: string): Map<string, Login> => {
  const logins = new Map<string, Login>();
  for (const line of linesOf(text)) {
    const [name = '', ...words] = line.trim().split(/\s+/);
    const told = (key: string) => words.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1);
    const seconds = told('time_last_login') ?? '';
    if (!/^\d{1,11}$/.test(seconds)) continue;
    logins.set(name, { address: told('host_last_login') ?? '', at: Number(seconds) * 1000 });
  }
  return logins;
};
