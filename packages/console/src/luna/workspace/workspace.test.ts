import { expect, test } from 'vitest';
import { claimPage, type KeptTab, makeTabMemory } from './tabs/tabMemory.ts';
import { neighbour, withoutTab, withTab } from './tabs/tabs.ts';

const tabs = (active: string, ...keys: string[]) => ({ list: keys.map((key) => ({ key })), active });

test('a new tab opens next to the active one', () => {
  expect(withTab(tabs('a', 'a', 'b'), { key: 'c' })).toEqual(tabs('c', 'a', 'c', 'b'));
  expect(withTab({ list: [], active: undefined }, { key: 'c' })).toEqual(tabs('c', 'c'));
});

test('closing the active tab shows its right neighbour, else its left one', () => {
  expect(withoutTab(tabs('b', 'a', 'b', 'c'), 'b')).toEqual(tabs('c', 'a', 'c'));
  expect(withoutTab(tabs('c', 'a', 'c'), 'c')).toEqual(tabs('a', 'a'));
  expect(withoutTab(tabs('a', 'a', 'b'), 'b')).toEqual(tabs('a', 'a'));
  expect(withoutTab(tabs('a', 'a'), 'a').active).toBeUndefined();
});

test('moving through the tabs wraps around', () => {
  expect(neighbour(tabs('c', 'a', 'b', 'c'), 1)).toBe('a');
  expect(neighbour(tabs('a', 'a', 'b', 'c'), -1)).toBe('c');
});

const makeArea = (copy?: Map<string, string>) => {
  const map = new Map(copy);
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
};
const makeLocks = () => {
  const held = new Set<string>();
  return {
    held,
    request: (async (name: string, _options: unknown, callback: (lock: unknown) => unknown) => {
      if (held.has(name)) throw new DOMException('held', 'AbortError');
      held.add(name);
      return callback({ name });
    }) as never,
  };
};
const kept: KeptTab = {
  key: 't1',
  title: '',
  number: 1,
  ticket: { session_id: 's', resume_token: 'r' },
  target: {
    asset: { id: 'a', name: 'web-01', address: '10.0.0.5', icon: 'linux' },
    alias: 'root',
    accountName: 'root',
    username: 'root',
    protocol: 'ssh',
    orgId: 'o',
  },
};
const stored = { tabs: [kept], active: 't1' };
const nothing = { tabs: [], active: undefined };

test('a reload restores its sessions, and a duplicated browser tab does not take them over', async () => {
  const locks = makeLocks();
  let ids = 0;
  const newId = () => `page-${++ids}`;
  const area = makeArea();
  await claimPage(area, locks, newId);
  makeTabMemory(area, 'ann').save(stored);

  const duplicate = makeArea(area.map);
  await claimPage(duplicate, locks, newId);
  expect(makeTabMemory(duplicate, 'ann').load()).toEqual(nothing);

  locks.held.clear();
  await claimPage(area, locks, newId);
  expect(makeTabMemory(area, 'ann').load()).toMatchObject(stored);
});

test('stored tabs that cannot be parsed are ignored', () => {
  expect(makeTabMemory(makeArea(new Map([['luna.tabs', '{"x":']])), 'ann').load()).toEqual(nothing);
});

test("the next user in the same browser tab does not get the previous user's sessions", () => {
  const area = makeArea();
  makeTabMemory(area, 'ann').save(stored);
  expect(makeTabMemory(area, 'bob').load()).toEqual(nothing);
  expect(makeTabMemory(area, 'ann').load()).toMatchObject(stored);
});
