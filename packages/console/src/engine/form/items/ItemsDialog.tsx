import { Suspense } from 'react';
import { part } from '../../../platform/part/part.ts';
import type { ItemsDialogProps } from './ItemsDialogBox.tsx';

const ItemsDialogBox = part(() => import('./ItemsDialogBox.tsx').then((m) => m.ItemsDialogBox));

/** Edits some values in a dialog; what happens with them is the page's affair. Fetched when it is first opened. */
export const ItemsDialog = (props: ItemsDialogProps) => (
  <Suspense>
    <ItemsDialogBox {...props} />
  </Suspense>
);
