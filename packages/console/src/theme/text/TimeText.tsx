import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import { formatAbsolute, formatRelative, formatZoned, parseTime } from '../../platform/time/time.ts';
import { Dash } from './Dash.tsx';
import { useHoverTip } from './useHoverTip.tsx';

const TICK_MS = 30_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all relative times on the page. */
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const listener of listeners) listener();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/**
 * A time as date and time; with `relative` as the distance from now if it is less than seven days away. The
 * tooltip has the time with its zone, and the other form.
 */
export function TimeText(props: { value: string | null | undefined; relative?: boolean }) {
  const { value, relative: isRelative = false } = props;
  const { language } = usePlatform();
  const { t } = useTranslation('common');
  const current = useSyncExternalStore(subscribe, () => now);
  const hover = useHoverTip();
  const time = parseTime(value);
  if (!time) return <Dash />;
  const relative = formatRelative(time, { language, justNow: t('justNow'), now: Math.max(current, now) });
  const absolute = formatAbsolute(time);
  const [shown, tip] = isRelative
    ? [relative, formatZoned(time)]
    : [absolute, relative === absolute ? formatZoned(time) : `${formatZoned(time)} · ${relative}`];
  return (
    <time dateTime={time.toISOString()} className="num" {...hover.handlers}>
      {shown}
      {hover.tip(tip)}
    </time>
  );
}
