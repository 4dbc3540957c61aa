import { useNavigate } from 'react-router';
import { basePath } from '../start/basePath.ts';
import type { Entry } from './Entry.ts';
import { usePaletteRecents, useWorkOrg } from './usePlace.ts';

const openTab = (address: string) => window.open(address, '_blank', 'noopener');

/**
 * Runs an entry, in a new tab on request, and remembers it if it opens a page of the menu, a row, or an asset
 * in the web terminal.
 */
export const useRunEntry = (): ((entry: Entry, where: { inNewTab: boolean }) => void) => {
  const navigate = useNavigate();
  const recents = usePaletteRecents();
  const org = useWorkOrg();
  return (entry, { inNewTab }) => {
    if (/^(connect|asset|user|session|page):[^:]+$/.test(entry.id)) recents.add(org?.id ?? '', entry.id);
    if (entry.href) openTab(entry.href);
    else if (entry.to && inNewTab) openTab(basePath + entry.to);
    else if (entry.to) void navigate(entry.to);
    else void entry.run?.();
  };
};
