import { Input } from 'antd';
import { lazy, Suspense } from 'react';
import type { InputProps } from './FieldUi.ts';

const MomentPicker = lazy(() => import('./momentPicker.tsx').then((m) => ({ default: m.MomentPicker })));

/** A moment with date and time; the calendar is fetched by the forms that have one. */
export const TimeInput = (props: InputProps) => (
  <Suspense fallback={<Input disabled />}>
    <MomentPicker {...props} />
  </Suspense>
);
