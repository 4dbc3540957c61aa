import { Input } from 'antd';
import { lazy, Suspense } from 'react';
import type { NumberProps } from './NumberBox.tsx';

const NumberBox = lazy(() => import('./NumberBox.tsx').then((m) => ({ default: m.NumberBox })));

/** A number with a fraction; what it is typed into is fetched by the forms that have one. */
export const FloatInput = (props: NumberProps) => (
  <Suspense fallback={<Input disabled />}>
    <NumberBox {...props} />
  </Suspense>
);
