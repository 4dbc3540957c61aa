import type { RotationState } from './rotationState.ts';

/** How often progress is stored and told, in ms. */
const everyMs = 1_000;

const grouped = (count: number): string => count.toLocaleString('en');

const duration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
};

/** A line about a change of the master key; it names amounts only. */
export const progressLine = (
  doing: string,
  { percent, done }: Pick<RotationState, 'percent' | 'done'>,
  { seconds, since }: { seconds: number; since: { percent: number; done: number } },
): string => {
  const rate = seconds > 0 ? Math.round((done - since.done) / seconds) : 0;
  const ahead = percent > since.percent ? ((100 - percent) * seconds) / (percent - since.percent) : 0;
  return [
    `${percent.toFixed(1).padStart(5)} %  ${doing}`,
    `${grouped(done)} secrets done`,
    ...(rate > 0 ? [`${grouped(rate)} a second`] : []),
    ...(ahead > 0 ? [`about ${duration(ahead)} left`] : []),
  ].join(', ');
};

/** Tells progress at intervals; each part of the work counts its own time. */
export const createProgress = (say: (line: string) => void, now: () => number = Date.now) => {
  let doing = '';
  let began = { at: 0, percent: 0, done: 0 };
  let toldAt = now();
  return {
    isDue: (): boolean => now() - toldAt >= everyMs,
    tell: (what: string, state: Pick<RotationState, 'percent' | 'done'>): void => {
      if (what !== doing || state.percent < began.percent)
        began = { at: now(), percent: state.percent, done: state.done };
      doing = what;
      if (now() - toldAt < everyMs) return;
      toldAt = now();
      say(progressLine(what, state, { seconds: (toldAt - began.at) / 1000, since: began }));
    },
  };
};

/** Tells progress. */
export type Progress = ReturnType<typeof createProgress>;
