import { Suspense } from 'react';
import { part } from '../../../platform/part/part.ts';
import type { InputProps } from '../FieldUi.ts';
import styles from './TimePeriod.module.css';

const WeekPicker = part(() => import('./WeekPicker.tsx').then((m) => m.WeekPicker));

/** Half-hours of the week; the picker is loaded with the first form that has one. */
export const TimePeriodInput = (props: InputProps) => (
  <Suspense fallback={<div aria-busy className={styles.coming} />}>
    <WeekPicker {...props} />
  </Suspense>
);
