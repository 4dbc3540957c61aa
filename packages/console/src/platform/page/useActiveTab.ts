import { useLocation, useNavigate } from 'react-router';
import { usePlatform } from '../Platform.tsx';
import { chooseTab, type PageTab } from './tabs.ts';

const NAME = 'activeTab';
const LIFETIME_DAYS = 1;
/** Where the page is stored on which the tab in the cookie was chosen. */
const PLACE = 'activeTabPage';

const withoutTab = (search: string): string => {
  const query = new URLSearchParams(search);
  query.delete(NAME);
  return query.toString();
};

/**
 * The open tab: the one in the query, else the one behind `#` in the address, else the one in the cookie if it
 * was chosen on this page, else `initial`. Choosing a tab puts it behind `#`, stores it in the cookie and
 * removes it from the query.
 */
export const useActiveTab = (
  tabs: readonly PageTab[],
  initial?: string,
): [active: string, pick: (key: string) => void] => {
  const { cookies, storage } = usePlatform();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const place = storage.get(PLACE);
  const remembered = !place || place === pathname ? cookies.get(NAME) : undefined;
  const active = chooseTab(tabs, [
    new URLSearchParams(search).get(NAME),
    decodeURIComponent(hash.slice(1)),
    remembered,
    initial,
  ]);
  const pick = (key: string) => {
    cookies.set(NAME, key, { days: LIFETIME_DAYS });
    storage.set(PLACE, pathname);
    void navigate({ search: withoutTab(search), hash: key }, { replace: true, preventScrollReset: true });
  };
  return [active, pick];
};
