import dayjs, { type Dayjs } from 'dayjs';

const WIRE =
  /^(\d{4})[/-](\d{2})[/-](\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?\s*(?:([+-]\d{2}):?(\d{2})|(Z))?$/;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const RELATIVE_DAYS = 7;
const JUST_NOW = 30 * SECOND;

/** Parses a time as on the wire (`YYYY/MM/DD HH:mm:ss ±ZZZZ`), an ISO time, milliseconds, or a `Date`. */
export const parseTime = (value: string | number | Date | null | undefined): Dayjs | undefined => {
  if (value === null || value === undefined || value === '') return undefined;
  const found = typeof value === 'string' ? WIRE.exec(value.trim()) : null;
  const parsed = found ? dayjs(isoOf(found)) : dayjs(value);
  return parsed.isValid() ? parsed : undefined;
};

const isoOf = ([, year, month, day, clock, zoneHours, zoneMinutes, zulu]: RegExpExecArray) =>
  `${year}-${month}-${day}T${clock}${zulu ?? (zoneHours ? `${zoneHours}:${zoneMinutes}` : '')}`;

/** `YYYY-MM-DD HH:mm:ss` in the zone of the browser. */
export const formatAbsolute = (time: Dayjs): string => time.format('YYYY-MM-DD HH:mm:ss');

/** Absolute time with its offset, for tooltips. */
export const formatZoned = (time: Dayjs): string => time.format('YYYY-MM-DD HH:mm:ss [UTC]Z');

/** A time as it is sent to the server. */
export const toWireTime = (time: Dayjs): string => time.format('YYYY/MM/DD HH:mm:ss ZZ');

/**
 * A time in relative form if it is less than seven days away in either direction, else in absolute form;
 * `justNow` if under 30 seconds away.
 */
export const formatRelative = (
  time: Dayjs,
  options: { language: string; justNow: string; now?: number },
): string => {
  const delta = time.valueOf() - (options.now ?? Date.now());
  const distance = Math.abs(delta);
  if (distance < JUST_NOW) return options.justNow;
  if (distance >= RELATIVE_DAYS * DAY) return formatAbsolute(time);
  const [unit, size] = unitOf(distance);
  const amount = Math.sign(delta) * Math.max(1, Math.floor(distance / size));
  const words = new Intl.RelativeTimeFormat(options.language, { numeric: 'always' }).format(amount, unit);
  return spaced(words, options.language);
};

/** Separates digits from Han characters as the language does: Chinese with a space, Japanese without. */
export const spaced = (words: string, language: string): string =>
  words.replace(/(\d)\s?(?=\p{Script=Han})/u, `$1${language.startsWith('zh') ? ' ' : ''}`);

const unitOf = (distance: number): ['minute' | 'hour' | 'day', number] => {
  if (distance < HOUR) return ['minute', MINUTE];
  if (distance < DAY) return ['hour', HOUR];
  return ['day', DAY];
};

/** A number of milliseconds as `H:MM:SS`. */
export const formatDuration = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.floor(milliseconds / SECOND));
  const two = (n: number) => String(n).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};
