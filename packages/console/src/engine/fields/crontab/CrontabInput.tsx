import { Button, Input } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../../platform/part/part.ts';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';
import styles from './Schedule.module.css';

const NextRuns = part(() => import('./NextRuns.tsx').then((m) => m.NextRuns));

/** Common schedules, by their text key. */
const PRESETS = {
  hourly: '0 * * * *',
  daily: '0 2 * * *',
  weekly: '0 2 * * 1',
  monthly: '0 2 1 * *',
} as const;

/** A schedule as five cron fields, with common schedules and the next runs below. */
export function CrontabInput(props: InputProps) {
  const { t } = useTranslation('engine');
  const text = typeof props.value === 'string' ? props.value : '';
  return (
    <div className={styles.box}>
      <Input
        {...ariaOf(props)}
        className="mono"
        spellCheck={false}
        autoComplete="off"
        placeholder="0 2 * * *"
        value={text}
        onChange={(event) => props.onChange?.(event.target.value)}
      />
      <div className={styles.presets}>
        {Object.entries(PRESETS).map(([name, pattern]) => (
          <Button
            key={name}
            size="small"
            disabled={props.disabled}
            aria-pressed={text === pattern}
            onClick={() => props.onChange?.(pattern)}
          >
            {t(`schedule.${name}`)}
          </Button>
        ))}
      </div>
      <Suspense fallback={null}>
        <NextRuns pattern={text} />
      </Suspense>
    </div>
  );
}
