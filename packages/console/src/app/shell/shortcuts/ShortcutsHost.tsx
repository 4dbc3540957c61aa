import { Suspense, useState } from 'react';
import { part } from '../../../platform/part/part.ts';
import { useShellKeys } from './useShellKeys.ts';

const ShortcutsDialog = part(() => import('./ShortcutsDialog.tsx').then((m) => m.ShortcutsDialog));

/** Handles the shortcuts of the shell; `?` opens the dialog that lists the shortcuts. */
export function ShortcutsHost() {
  const [isOpen, setIsOpen] = useState(false);
  useShellKeys(() => setIsOpen(true));
  return <Suspense>{isOpen && <ShortcutsDialog onClose={() => setIsOpen(false)} />}</Suspense>;
}
