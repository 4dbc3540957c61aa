import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePlatform } from '../Platform.tsx';
import { chooseTab, type PageTab } from './tabs.ts';

const NAME = 'activeTab';
const LIFETIME_DAYS = 1;

/**
 * The open tab: the one in the query, else the one chosen here, else the one in the cookie, else `initial`.
 * Choosing a tab stores it in the cookie and removes it from the query.
 */
export const useActiveTab = (
  tabs: readonly PageTab[],
  initial?: string,
): [active: string, pick: (key: string) => void] => {
  const { cookies } = usePlatform();
  const [query, setQuery] = useSearchParams();
  const [picked, setPicked] = useState<string>();
  const active = chooseTab(tabs, [query.get(NAME), picked, cookies.get(NAME), initial]);

  const pick = useCallback(
    (key: string) => {
      cookies.set(NAME, key, { days: LIFETIME_DAYS });
      setPicked(key);
      setQuery(
        (before) => {
          if (!before.has(NAME)) return before;
          const next = new URLSearchParams(before);
          next.delete(NAME);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [cookies, setQuery],
  );
  return [active, pick];
};
