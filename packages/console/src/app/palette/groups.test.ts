import { expect, test } from 'vitest';
import type { Entry } from './Entry.ts';
import { groupsOf, type Stock, share } from './groups.ts';
import { parsePaletteText } from './paletteQuery.ts';

const lines = (kind: string, count: number): Entry[] =>
  Array.from({ length: count }, (_, at) => ({ id: `${kind}:${at}`, title: `${kind} ${at}` }));
const stock = (some: Partial<Stock>): Stock => ({
  recent: [],
  connect: [],
  pages: [],
  settings: [],
  assets: [],
  users: [],
  sessions: [],
  commands: [],
  ...some,
});

test.each([
  ['erp', 'all', 'erp'],
  ['> theme', 'command', 'theme'],
  ['@erp app', 'asset', 'erp app'],
  ['#mara', 'user', 'mara'],
  ['/users', 'page', 'users'],
  ['＠erp', 'asset', 'erp'],
  ['＞', 'command', ''],
  ['  ', 'all', ''],
])('the input %j searches the scope "%s" for %j', (text, scope, words) => {
  expect(parsePaletteText(text)).toEqual({ scope, words });
});

test('kinds share six lines evenly, and a kind with few results leaves its room to others', () => {
  const ids = (kinds: Entry[][]) => share(kinds).map(({ id }) => id);
  expect(ids([lines('a', 9), lines('b', 9)])).toEqual(['a:0', 'a:1', 'a:2', 'b:0', 'b:1', 'b:2']);
  expect(ids([lines('a', 1), lines('b', 9)])).toEqual(['a:0', 'b:0', 'b:1', 'b:2', 'b:3', 'b:4']);
  expect(ids([lines('a', 9), lines('b', 9), lines('c', 9), lines('d', 9)])).toHaveLength(6);
});

test('a scope shows only its own kinds', () => {
  const all = stock({
    connect: lines('c', 1),
    pages: lines('p', 1),
    users: lines('u', 1),
    commands: lines('d', 9),
  });
  const keys = (scope: Parameters<typeof groupsOf>[0]) =>
    groupsOf(scope, '', all).map(({ key, entries }) => `${key} ${entries.map(({ id }) => id[0]).join('')}`);
  expect(keys('all')).toEqual(['connect c', 'open pu', 'do dddddd']);
  expect(keys('command')).toEqual(['do dddddd']);
  expect(keys('asset')).toEqual(['connect c']);
  expect(keys('user')).toEqual(['open u']);
  expect(keys('page')).toEqual(['open p']);
});

test('titles that start with the words come first, and recent entries are not listed twice', () => {
  const pages = [
    { id: 'page:a', title: 'My assets' },
    { id: 'page:b', title: 'Asset list' },
  ];
  const [open] = groupsOf('all', 'asset', stock({ pages }));
  expect(open?.entries.map(({ id }) => id)).toEqual(['page:b', 'page:a']);
  const groups = groupsOf('all', '', stock({ pages, recent: pages.slice(0, 1) }));
  expect(groups.map(({ key, entries }) => [key, entries.length])).toEqual([
    ['recent', 1],
    ['open', 1],
  ]);
});
