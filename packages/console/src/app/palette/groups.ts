import { type Entry, matches } from './Entry.ts';
import type { Scope } from './paletteQuery.ts';

/** Maximum number of entries per group. */
export const MOST = 6;

/** The entries to choose from, by source. */
export type Stock = {
  recent: readonly Entry[];
  connect: readonly Entry[];
  pages: readonly Entry[];
  settings: readonly Entry[];
  assets: readonly Entry[];
  users: readonly Entry[];
  sessions: readonly Entry[];
  commands: readonly Entry[];
};

/** Entries under one heading. */
export type Group = { key: 'recent' | 'connect' | 'open' | 'do'; entries: Entry[] };

/** Divides a group's lines evenly among its kinds of rows, so that no kind crowds out another. */
export const share = (kinds: readonly (readonly Entry[])[]): Entry[] => {
  const taken = kinds.map(() => 0);
  let free = MOST;
  for (let round = 0; round < MOST && free > 0; round += 1) {
    for (const [at, kind] of kinds.entries()) {
      if (free === 0 || round >= kind.length) continue;
      taken[at] = round + 1;
      free -= 1;
    }
  }
  return kinds.flatMap((kind, at) => kind.slice(0, taken[at]));
};

/** Entries that contain the words; those whose title starts with them come first. */
const local = (entries: readonly Entry[], words: string): Entry[] => {
  if (words === '') return [...entries];
  const start = words.toLowerCase();
  const rank = ({ title }: Entry) => (title.toLowerCase().startsWith(start) ? 0 : 1);
  return entries.filter((entry) => matches(entry, words)).sort((a, b) => rank(a) - rank(b));
};

const shown: Readonly<Record<Scope, readonly (keyof Stock)[]>> = {
  all: ['connect', 'pages', 'settings', 'assets', 'users', 'sessions', 'commands'],
  command: ['commands'],
  asset: ['connect', 'assets'],
  user: ['users'],
  page: ['pages', 'settings'],
};

/** The groups for a scope and the typed words. */
export const groupsOf = (scope: Scope, words: string, stock: Stock): Group[] => {
  const has = (key: keyof Stock) => shown[scope].includes(key);
  const found = (key: keyof Stock) => (has(key) ? stock[key] : []);
  const recent = scope === 'all' && words === '' ? stock.recent.slice(0, MOST) : [];
  const pages = local(found('pages'), words).filter((page) => !recent.includes(page));
  // They are too many to be listed unasked.
  const settings = words === '' ? [] : local(found('settings'), words);
  const open = [pages, settings, found('assets'), found('users'), found('sessions')];
  const groups: Group[] = [
    { key: 'recent', entries: recent },
    { key: 'connect', entries: found('connect').slice(0, MOST) },
    { key: 'open', entries: share(open) },
    { key: 'do', entries: local(found('commands'), words).slice(0, MOST) },
  ];
  return groups.filter((group) => group.entries.length > 0);
};
