import { Input } from 'antd';
import { Suspense } from 'react';
import { part } from '../../../platform/part/part.ts';
import { ariaOf } from '../ariaOf.ts';
import type { NumberProps } from './NumberBox.tsx';

const NumberBox = part(() => import('./NumberBox.tsx').then((m) => m.NumberBox));

/** Input for a number with a fraction; most of its code is loaded when a number input is first drawn. */
export const FloatInput = (props: NumberProps) => (
  <Suspense fallback={<Input {...ariaOf(props)} disabled />}>
    <NumberBox {...props} />
  </Suspense>
);
