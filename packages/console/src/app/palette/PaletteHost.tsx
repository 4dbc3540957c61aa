import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { isDialogOpen, useShortcut } from '../../platform/keys/useShortcut.ts';
import { useHere } from '../shell/useHere.ts';
import { PaletteContext } from './PaletteContext.ts';
import { usePaletteRecents, useWorkOrg } from './usePlace.ts';

const Palette = lazy(() => import('./Palette.tsx').then((m) => ({ default: m.Palette })));

/** Pages of single rows, and how recents call the row. */
const visited: Readonly<Record<string, string>> = {
  AssetDetail: 'asset',
  UserDetail: 'user',
  SessionDetail: 'session',
};

/** Keeps the palette behind its key and behind what opens it, and brings the focus back afterwards. */
export function PaletteHost({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const before = useRef<Element>(null);
  const show = () => {
    before.current = document.activeElement;
    setIsOpen(true);
  };
  const close = () => {
    setIsOpen(false);
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
  };
  useShortcut('mod+k', () => {
    if (isOpen) close();
    else if (!isDialogOpen()) show();
  });
  useVisits();
  return (
    <PaletteContext value={show}>
      {children}
      <Suspense>{isOpen && <Palette onClose={close} />}</Suspense>
    </PaletteContext>
  );
}

/** Rows whose page was opened by other ways are recent too. */
const useVisits = () => {
  const { pathname, route } = useHere();
  const recents = usePaletteRecents();
  const orgId = useWorkOrg()?.id;
  const kind = visited[route?.name ?? ''];
  const id = kind && `${kind}:${pathname.split('/').at(-1)}`;
  useEffect(() => {
    if (id && orgId) recents.add(orgId, id);
  }, [id, orgId, recents]);
};
