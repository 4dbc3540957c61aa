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
 * A time: relative if less than seven days away, unless `absolute`. The tooltip has the time with its zone,
 * and with `absolute` also the relative form.
 */
export function TimeText({ value, absolute }: { value: string | null | undefined; absolute?: boolean }) {
  const { language } = usePlatform();
  const { t } = useTranslation('common');
  const current = useSyncExternalStore(subscribe, () => now);
  const hover = useHoverTip();
  const time = parseTime(value);
  if (!time) return <Dash />;
  const relative = formatRelative(time, { language, justNow: t('justNow'), now: Math.max(current, now) });
  const [shown, tip] = absolute
    ? [
        formatAbsolute(time),
        `${formatZoned(time)}${relative === formatAbsolute(time) ? '' : ` · ${relative}`}`,
      ]
    : [relative, formatZoned(time)];
  return (
    <time dateTime={time.toISOString()} className="num" {...hover.handlers}>
      {shown}
      {hover.tip(tip)}
    </time>
  );
}
