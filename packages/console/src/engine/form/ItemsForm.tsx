import { lazy, Suspense } from 'react';
import { SkeletonRows } from '../../theme/SkeletonRows.tsx';
import type { ItemsFormProps } from './ItemsFormBody.tsx';

const ItemsFormBody = lazy(() => import('./ItemsFormBody.tsx').then((m) => ({ default: m.ItemsFormBody })));

/** A small form inside a page: some values and a button that saves them. Fetched where somebody sees one. */
export const ItemsForm = (props: ItemsFormProps) => (
  <Suspense fallback={<SkeletonRows rows={1} columns={1} />}>
    <ItemsFormBody {...props} />
  </Suspense>
);
