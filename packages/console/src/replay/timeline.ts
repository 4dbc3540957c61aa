import type { CastStore } from './castStore.ts';

/** A longer silence counts as idle; skipping it leaves this much. */
export const IDLE_SECONDS = 2;

/** A stretch without output, in seconds of the recording. */
export type Gap = { from: number; to: number };

/** Every silence longer than the idle limit, in order. */
export const idleGaps = (store: CastStore, limit = IDLE_SECONDS): Gap[] => {
  const gaps: Gap[] = [];
  let previous = 0;
  for (let index = 0; index < store.count; index += 1) {
    const time = store.time(index);
    if (time - previous > limit) gaps.push({ from: previous, to: time });
    previous = time;
  }
  if (store.duration - previous > limit) gaps.push({ from: previous, to: store.duration });
  return gaps;
};

/** Seconds saved by skipping the gaps. */
export const savedSeconds = (gaps: readonly Gap[], limit = IDLE_SECONDS): number =>
  gaps.reduce((sum, gap) => sum + (gap.to - gap.from - limit), 0);

/** The gap that contains `time`, by binary search. */
const gapAt = (gaps: readonly Gap[], time: number): Gap | undefined => {
  let low = 0;
  let high = gaps.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const gap = gaps[middle]!;
    if (time < gap.from) high = middle - 1;
    else if (time >= gap.to) low = middle + 1;
    else return gap;
  }
  return undefined;
};

/**
 * The position after playing for `seconds` (already multiplied by the speed) from `time`. `gaps` are skipped;
 * null skips nothing.
 */
export const advance = (
  time: number,
  seconds: number,
  gaps: readonly Gap[] | null,
  duration: number,
  limit = IDLE_SECONDS,
): number => {
  let at = time;
  let left = seconds;
  while (left > 0 && at < duration) {
    const gap = gaps ? gapAt(gaps, at) : undefined;
    if (!gap) {
      const next = gaps?.find((candidate) => candidate.from > at);
      const step = Math.min(left, next ? next.from - at : left);
      at += step;
      left -= step;
      continue;
    }
    const wait = Math.max(0, gap.from + limit - at);
    if (wait >= left) return at + left;
    left -= wait;
    at = gap.to;
  }
  return Math.min(at, duration);
};

/**
 * Heights of the bars in the activity strip: output per slice of time, from 0 to 1. The scale is logarithmic,
 * so that typing is visible beside a large file that was printed.
 */
export const activity = (store: CastStore, bars: number): number[] => {
  const sums = new Array<number>(bars).fill(0);
  if (store.duration === 0) return sums;
  for (let index = 0; index < store.count; index += 1) {
    const bar = Math.min(bars - 1, Math.floor((store.time(index) / store.duration) * bars));
    sums[bar]! += store.offset(index + 1) - store.offset(index);
  }
  const peak = Math.max(...sums);
  return peak === 0 ? sums : sums.map((sum) => Math.log1p(sum) / Math.log1p(peak));
};

/**
 * A position such as `07:55` or `1:02:03`. If `longest` has hours, they are always shown, so that the width
 * does not change.
 */
export const clock = (seconds: number, longest = seconds): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return longest >= 3600 ? `${h}:${two(m)}:${two(s)}` : `${two(m)}:${two(s)}`;
};

/** Seconds of a `?t=` value, which is plain seconds, `m:s` or `h:m:s`; 0 for any other text. */
export const parseMoment = (text: string | null): number => {
  if (!text || !/^\d+(:\d{1,2}){0,2}(\.\d+)?$/.test(text)) return 0;
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
};

/** A duration in words, with its two largest units. */
export const spoken = (seconds: number, language: string): string => {
  const whole = Math.round(seconds);
  const parts = [
    { unit: 'hour', amount: Math.floor(whole / 3600) },
    { unit: 'minute', amount: Math.floor(whole / 60) % 60 },
    { unit: 'second', amount: whole % 60 },
  ].filter((part) => part.amount > 0);
  const shown = parts.length > 0 ? parts.slice(0, 2) : [{ unit: 'second', amount: 0 }];
  const gap = /^(zh|ja)/.test(language) ? '' : ' ';
  return shown
    .map(({ unit, amount }) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(amount),
    )
    .join(gap);
};
