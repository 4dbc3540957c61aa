import { Activity, type ContextType, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { UNSAFE_LocationContext as LocationContext, useOutlet } from 'react-router';
import { TagContext } from '../../platform/route/useTag.ts';
import { useStore } from '../../platform/store.ts';
import { useShell } from './ShellContext.ts';
import { useHere } from './useHere.ts';

type Kept = { element: ReactNode; location: ContextType<typeof LocationContext> };

/** Shows the current page, and keeps mounted the visited ones that the tag store names. */
export function KeptPages() {
  const { tags } = useShell();
  const { kept } = useStore(tags);
  const { pathname } = useHere();
  const location = useContext(LocationContext);
  const element = useOutlet();
  const pages = useRef(new Map<string, Kept>());

  const alive = new Map([...pages.current].filter(([path]) => kept.includes(path) && path !== pathname));
  alive.set(pathname, { element, location });
  useEffect(() => {
    pages.current = alive;
  });

  return [...alive]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([path, page]) => (
      <Activity key={path} mode={path === pathname ? 'visible' : 'hidden'}>
        <KeptPage path={path} page={page} isShown={path === pathname} />
      </Activity>
    ));
}

/** A page that keeps its own address while another is shown. */
function KeptPage({ path, page, isShown }: { path: string; page: Kept; isShown: boolean }) {
  const { tags } = useShell();
  const tag = useMemo(
    () => ({
      setTitle: (title: string) => tags.rename(path, title),
      close: () => void tags.close(path),
      isShown,
    }),
    [tags, path, isShown],
  );
  return (
    <LocationContext.Provider value={page.location}>
      <TagContext value={tag}>{page.element}</TagContext>
    </LocationContext.Provider>
  );
}
