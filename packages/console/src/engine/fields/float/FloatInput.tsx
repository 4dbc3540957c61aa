import { Input } from 'antd';
import { Suspense } from 'react';
import { part } from '../../../platform/part/part.ts';
import type { NumberProps } from './NumberBox.tsx';

const NumberBox = part(() => import('./NumberBox.tsx').then((m) => m.NumberBox));

/** A number with a fraction; what it is typed into is fetched by the forms that have one. */
export const FloatInput = (props: NumberProps) => (
  <Suspense fallback={<Input disabled />}>
    <NumberBox {...props} />
  </Suspense>
);
