import { lazy, Suspense } from 'react';
import type { ItemsDialogProps } from './ItemsDialogBox.tsx';

const ItemsDialogBox = lazy(() =>
  import('./ItemsDialogBox.tsx').then((m) => ({ default: m.ItemsDialogBox })),
);

/** Edits some values in a dialog; what happens with them is the page's affair. Fetched when it is first opened. */
export const ItemsDialog = (props: ItemsDialogProps) => (
  <Suspense>
    <ItemsDialogBox {...props} />
  </Suspense>
);
