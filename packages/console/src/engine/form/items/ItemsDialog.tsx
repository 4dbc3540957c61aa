import { Suspense } from 'react';
import { part } from '../../../platform/part/part.ts';
import type { ItemsDialogProps } from './ItemsDialogBox.tsx';

const ItemsDialogBox = part(() => import('./ItemsDialogBox.tsx').then((m) => m.ItemsDialogBox));

/** Edits values in a dialog; the page handles the result. Loaded when first opened. */
export const ItemsDialog = (props: ItemsDialogProps) => (
  <Suspense>
    <ItemsDialogBox {...props} />
  </Suspense>
);
