import { expect, test } from 'vitest';
import { createCookies } from '../storage/cookies.ts';
import { createStorage } from '../storage/storage.ts';
import { createOrgMemory } from './orgMemory.ts';

/** A browser's cookies and local storage. */
const browser = () => {
  const items = new Map<string, string>();
  const cookies = new Map<string, string>();
  const jar = {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    },
  };
  const storage = createStorage({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  });
  return { items, memory: createOrgMemory({ storage, cookies: createCookies(jar), tab: storage }) };
};
const [home, harbour, mill] = ['home', 'harbour', 'mill'].map((name) => ({ id: `id-${name}`, name })) as [
  { id: string; name: string },
  { id: string; name: string },
  { id: string; name: string },
];

test('A-3-024 A-4.2-004 choices are remembered per user and area, with the one before and the last in any area', () => {
  const { memory } = browser();
  expect(memory.chosen('mara', 'console')).toEqual([]);
  memory.remember('mara', 'console', home);
  expect(memory.chosen('mara', 'console')).toEqual([home, home]);
  memory.remember('mara', 'console', harbour);
  memory.remember('mara', 'console', harbour);
  memory.remember('mara', 'audit', mill);
  expect(memory.chosen('mara', 'console')).toEqual([harbour, home, mill]);
  expect(memory.chosen('mara', 'audit')).toEqual([mill, mill]);
  expect(memory.chosen('mara', undefined)).toEqual([mill]);
  memory.remember('mara', undefined, home);
  expect(memory.chosen('mara', 'console')).toEqual([harbour, home, home]);
});

test('A-3-024 where the local storage has nothing of a user, the cookie of the area still tells the last choice', () => {
  const { memory, items } = browser();
  memory.remember('mara', 'console', home);
  items.clear();
  expect(memory.chosen('mara', 'console')).toEqual([{ id: home.id, name: '' }]);
  expect(memory.chosen('mara', 'audit')).toEqual([]);
});
