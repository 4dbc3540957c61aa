import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { isDialogOpen, useShortcut } from '../../platform/keys/useShortcut.ts';
import { part } from '../../platform/part/part.ts';
import { useTakenBack } from '../shell/banners/useTakenBack.ts';
import { useHere } from '../shell/useHere.ts';
import { PaletteContext } from './PaletteContext.ts';
import { usePaletteRecents, useWorkOrg } from './usePlace.ts';

const Palette = part(() => import('./Palette.tsx').then((m) => m.Palette));

/** Detail pages whose rows become recent entries, with the prefix of the entries' ids. */
const visited: Readonly<Record<string, string>> = {
  AssetDetail: 'asset',
  UserDetail: 'user',
  SessionDetail: 'session',
};

/** Provides the palette, which is opened with its shortcut or `useOpenPalette`. */
export function PaletteHost({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const show = () => {
    setText('');
    setOpen(true);
  };
  const close = () => setOpen(false);
  const toggle = () => {
    if (isOpen) close();
    else if (!isDialogOpen()) show();
  };
  // The shortcut also works over dialogs, so that it can close the palette.
  useShortcut('mod+k', toggle, { overDialogs: true });
  useTakenBack(close);
  useVisits();
  return (
    <PaletteContext value={show}>
      {children}
      {isOpen && <EarlyKeys onType={(key) => setText((before) => before + key)} />}
      <Suspense>{isOpen && <Palette text={text} onText={setText} onClose={close} />}</Suspense>
    </PaletteContext>
  );
}

/** Appends keys that are typed before the palette has the focus; otherwise they would act on the page. */
function EarlyKeys({ onType }: { onType: (key: string) => void }) {
  const take = useEffectEvent((event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('[role=dialog]')) return;
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onType(event.key);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => take(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
  return null;
}

/** Adds a row to the recent entries whenever its page is opened, not only from the palette. */
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
