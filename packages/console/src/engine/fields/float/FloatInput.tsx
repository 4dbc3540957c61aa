import { Input } from 'antd';
import { Suspense } from 'react';
import { part } from '../../../platform/part/part.ts';
import type { NumberProps } from './NumberBox.tsx';

const NumberBox = part(() => import('./NumberBox.tsx').then((m) => m.NumberBox));

/** A number with a fraction; only forms that have one load its input. */
export const FloatInput = (props: NumberProps) => (
  <Suspense fallback={<Input disabled />}>
    <NumberBox {...props} />
  </Suspense>
);
