import { Suspense } from 'react';
import { part } from '../../../platform/part/part.ts';
import type { Values } from '../FormItem.ts';
import type { ItemsDialogProps } from './ItemsDialogBox.tsx';

const ItemsDialogBox = part(() => import('./ItemsDialogBox.tsx').then((m) => m.ItemsDialogBox));

/** Edits values in a dialog and passes them to the page. Loaded when first opened. */
export const ItemsDialog = <T extends Values = Values>(props: ItemsDialogProps<T>) => (
  <Suspense>
    <ItemsDialogBox {...props} />
  </Suspense>
);
