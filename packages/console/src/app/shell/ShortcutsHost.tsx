import { lazy, Suspense, useState } from 'react';
import { useShellKeys } from './useShellKeys.ts';

const ShortcutsDialog = lazy(() =>
  import('./ShortcutsDialog.tsx').then((m) => ({ default: m.ShortcutsDialog })),
);

/** Keys of the shell, and the list of them behind `?`. */
export function ShortcutsHost() {
  const [isOpen, setIsOpen] = useState(false);
  useShellKeys(() => setIsOpen(true));
  return <Suspense>{isOpen && <ShortcutsDialog onClose={() => setIsOpen(false)} />}</Suspense>;
}
