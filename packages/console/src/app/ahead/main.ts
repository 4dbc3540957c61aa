import { isTreeHidden, treeWidth } from '../../engine/tree/treePlace.ts';
import { timeZone } from '../../platform/http/requestHeaders.ts';
import { LANGUAGE_COOKIE, LANGUAGE_KEY, resolveLanguage } from '../../platform/i18n/language.ts';
import { createCookies } from '../../platform/storage/cookies.ts';
import { createStorage } from '../../platform/storage/storage.ts';
import { currentTheme } from '../../theme/storedTheme.ts';
import { isSidebarCollapsed } from '../shell/menu/sidebarCookie.ts';
import { isLoginPath } from '../start/basePath.ts';
import { pathOfHash } from '../start/legacyHash.ts';
import { knownListAt } from './knownListAt.ts';
import { sendAhead } from './sendAhead.ts';

/** Files of the texts by language, and those of a phone's lists; the build fills them in. */
declare const __AHEAD_FILES__: { texts: Record<string, readonly string[]>; phone: readonly string[] };

const WIDEST_PHONE = 991;

const fetchSoon = (href: string) => {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
};

/** Gives the picture of the shell the theme, the menu and the tree that the console is about to draw. */
const paint = (hasTree: boolean | undefined) => {
  const { dataset, style } = document.documentElement;
  const storage = createStorage(window.localStorage);
  dataset.theme = currentTheme();
  if (isSidebarCollapsed(createCookies(document))) dataset.menu = 'collapsed';
  if (hasTree !== undefined) dataset.page = hasTree && !isTreeHidden(storage) ? 'tree' : 'list';
  style.setProperty('--treeWidth', `${treeWidth(storage)}px`);
};

const fetchFiles = () => {
  const language = resolveLanguage({
    cookie: createCookies(document).get(LANGUAGE_COOKIE),
    stored: createStorage(window.localStorage).get(LANGUAGE_KEY),
    browser: navigator.languages,
  });
  const { texts, phone } = __AHEAD_FILES__;
  for (const file of [...(texts[language] ?? []), ...(window.innerWidth > WIDEST_PHONE ? [] : phone)])
    fetchSoon(file);
};

/** Runs in the page's HTML, before anything is painted and before the console's scripts are there. */
const start = () => {
  const { pathname, hash, search } = window.location;
  const list = knownListAt(pathname);
  paint(list?.hasTree);
  if (isLoginPath(pathname)) return;
  fetchFiles();
  if (pathOfHash(hash)) return;
  window.sentAhead = sendAhead(
    {
      fetch: (input, init) => window.fetch(input, init),
      jar: document,
      local: window.localStorage,
      tab: window.sessionStorage,
      timeZone: timeZone(),
      search,
    },
    list,
  );
};

try {
  start();
} catch {
  // Where storage is blocked, the console starts without help.
}
