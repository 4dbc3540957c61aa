const pad = (value: number, width = 2) => String(value).padStart(width, '0');

/** Zones that are remembered; a caller can spell one in many ways. */
const mostZones = 1_000;

const formatters = new Map<string, Intl.DateTimeFormat>();
const formatterOf = (zone: string) => {
  let found = formatters.get(zone);
  if (!found) {
    if (formatters.size >= mostZones) formatters.clear();
    found = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'longOffset',
    });
    formatters.set(zone, found);
  }
  return found;
};

/** Whether this runtime knows the IANA zone `zone`. */
export const isZone = (zone: string): boolean => {
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
};

const partsIn = (date: Date, zone: string) =>
  Object.fromEntries(
    formatterOf(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  ) as Record<string, string>;

const slowly = (date: Date, zone: string): string => {
  const p = partsIn(date, zone);
  const offset = (p.timeZoneName ?? 'GMT').replace('GMT', '').replace(':', '') || '+0000';
  return `${p.year?.padStart(4, '0')}/${p.month}/${p.day} ${p.hour}:${p.minute}:${p.second} ${offset}`;
};

const hourMs = 3_600_000;
/** Hours, of all zones, whose offset is remembered. */
const mostHours = 20_000;
/** How far the clocks of a zone are ahead in an hour, and its text; null where they change or show seconds. */
type Offset = { ms: number; text: string } | null;
const offsets = new Map<string, Map<number, Offset>>();
let hoursKept = 0;

const offsetAt = (instant: number, zone: string): Offset => {
  const name = partsIn(new Date(instant), zone).timeZoneName ?? '';
  const [whole, sign, hours = '00', minutes = '00'] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? [];
  if (whole === undefined) return null;
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return { ms: sign === '-' ? -ahead : ahead, text: `${sign ?? '+'}${hours}${minutes}` };
};

const offsetIn = (hour: number, zone: string): Offset => {
  const first = offsetAt(hour * hourMs, zone);
  return first && first.ms === offsetAt((hour + 1) * hourMs - 1, zone)?.ms ? first : null;
};

const knownOffset = (hour: number, zone: string): Offset => {
  const known = offsets.get(zone)?.get(hour);
  if (known !== undefined) return known;
  if (hoursKept >= mostHours) {
    offsets.clear();
    hoursKept = 0;
  }
  const offset = offsetIn(hour, zone);
  const hours = offsets.get(zone) ?? new Map<number, Offset>();
  offsets.set(zone, hours.set(hour, offset));
  hoursKept += 1;
  return offset;
};

/** Instants whose clocks show whole minutes of offset and years of four digits, in every zone. */
const [earliest, latest] = [Date.UTC(1970, 0, 1), Date.UTC(9999, 0, 1)];

/** Wire form of an instant: `2031/01/02 03:04:05 +0800` (protocol reference §4). */
export const formatDatetime = (date: Date, zone: string): string => {
  const instant = date.getTime();
  // A list formats hundreds of instants, and asking for the clocks of a zone is slow.
  const offset =
    instant >= earliest && instant < latest ? knownOffset(Math.floor(instant / hourMs), zone) : null;
  if (!offset) return slowly(date, zone);
  const clock = new Date(instant + offset.ms).toISOString();
  return `${clock.slice(0, 4)}/${clock.slice(5, 7)}/${clock.slice(8, 10)} ${clock.slice(11, 19)} ${offset.text}`;
};

/** `YYYY-MM-DD HH:MM:SS` in a zone, without offset. */
export const formatLocal = (date: Date, zone: string): string =>
  formatDatetime(date, zone).slice(0, 19).replaceAll('/', '-');

/** Minutes a zone is ahead of UTC at an instant; negative when it is behind. */
const offsetMinutes = (date: Date, zone: string): number => {
  const match = /GMT([+-])(\d\d):?(\d\d)/.exec(partsIn(date, zone).timeZoneName ?? '');
  return match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) : 0;
};

/**
 * Parses the wire form, ISO-8601 or `YYYY-MM-DD HH:mm:ss [±ZZZZ]`; `zone` applies where there is no offset.
 * Null when it is not a date.
 */
export const parseDatetime = (text: string, zone: string): Date | null => {
  const match =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(
      text.trim(),
    );
  if (!match) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', offset] = match;
  const utc = Date.UTC(+year!, +month! - 1, +day!, +hour, +minute, +second, Number(`0.${fraction}`) * 1000);
  const check = new Date(utc);
  if (
    Number.isNaN(utc) ||
    check.getUTCMonth() !== +month! - 1 ||
    check.getUTCDate() !== +day! ||
    +hour > 23 ||
    +minute > 59 ||
    +second > 59
  )
    return null;
  if (offset === 'Z') return check;
  if (offset) {
    const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
    return new Date(utc - (offset[0] === '-' ? -1 : 1) * minutes * 60_000);
  }
  return new Date(utc - offsetMinutes(new Date(utc - offsetMinutes(check, zone) * 60_000), zone) * 60_000);
};

/** Instant of a database timestamp (`2026-01-02 03:04:05.123456+00`) or of a Date. */
export const instantOf = (value: unknown): Date | null => {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value;
  const text = String(value).replace(' ', 'T');
  const date = new Date(
    text.endsWith('+00') ? `${text.slice(0, -3)}Z` : text.replace(/([+-]\d\d)$/, '$1:00'),
  );
  return Number.isNaN(date.getTime()) ? null : date;
};

/** `H:MM:SS`, or `N days, H:MM:SS` from one day on. */
export const formatDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const days = Math.floor(whole / 86_400);
  const clock = `${Math.floor((whole % 86_400) / 3600)}:${pad(Math.floor((whole % 3600) / 60))}:${pad(whole % 60)}`;
  if (!days) return clock;
  return `${days} ${days === 1 ? 'day' : 'days'}, ${clock}`;
};
