import { Suspense } from 'react';
import { part } from '../../../platform/part/part.ts';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import type { ItemsFormProps } from './ItemsFormBody.tsx';

const ItemsFormBody = part(() => import('./ItemsFormBody.tsx').then((m) => m.ItemsFormBody));

/** A small form inside a page: values and a save button. Its file is loaded when it is first drawn. */
export const ItemsForm = (props: ItemsFormProps) => (
  <Suspense fallback={<SkeletonRows rows={1} columns={1} />}>
    <ItemsFormBody {...props} />
  </Suspense>
);
