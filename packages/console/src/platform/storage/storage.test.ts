import { expect, test } from 'vitest';
import { createCookies } from './cookies.ts';
import { createRecents } from './recents.ts';
import { createStorage } from './storage.ts';

const memory = () => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};

test('A-3-024 cookie names carry the configured prefix, none if it is quoted and empty, jms_ if it is missing', () => {
  const jar = { cookie: 'SESSION_COOKIE_NAME_PREFIX=pam_; pam_csrftoken=t%3D1' };
  const cookies = createCookies(jar);
  expect(cookies.prefixed('csrftoken')).toBe('pam_csrftoken');
  expect(cookies.get('pam_csrftoken')).toBe('t=1');
  expect(createCookies({ cookie: 'SESSION_COOKIE_NAME_PREFIX=""' }).prefixed('csrftoken')).toBe('csrftoken');
  expect(createCookies({ cookie: "SESSION_COOKIE_NAME_PREFIX=''" }).prefixed('csrftoken')).toBe('csrftoken');
  expect(createCookies({ cookie: '' }).prefixed('csrftoken')).toBe('jms_csrftoken');
});

test('A-3-025 table columns are remembered per list, with row ids masked', () => {
  const storage = createStorage(memory());
  storage.tableConfig.set('AssetDetail_/console/assets/8c0e41f2-0000-4000-8000-00000000a91d', ['name']);
  expect(storage.tableConfig.get('AssetDetail_/console/assets/11111111-0000-4000-8000-00000000a91d')).toEqual(
    ['name'],
  );
});

test('A-3-025 area, columns and page size are found again by a later page of the same browser', () => {
  const area = memory();
  const first = createStorage(area);
  first.preView.set('audit');
  first.tableConfig.set('UserList', ['name', 'email']);
  first.tableConfig.set('GroupList', ['name']);
  first.paginationSize.set(100);
  expect([area.getItem('PreView'), area.getItem('paginationSize')]).toEqual(['audit', '100']);
  expect(JSON.parse(area.getItem('tableConfig') ?? '')).toEqual({
    UserList: { showColumns: ['name', 'email'] },
    GroupList: { showColumns: ['name'] },
  });
  const later = createStorage(area);
  expect(later.preView.get()).toBe('audit');
  expect(later.tableConfig.get('UserList')).toEqual(['name', 'email']);
  expect(later.tableConfig.get('RoleList')).toBeUndefined();
  expect(later.paginationSize.get()).toBe(100);
  later.tableConfig.set('UserList', undefined);
  expect(createStorage(area).tableConfig.get('UserList')).toBeUndefined();
  expect(createStorage(area).tableConfig.get('GroupList')).toEqual(['name']);
});

test('the page size is one of 15, 30, 50, 100, and a broken storage does no harm', () => {
  const storage = createStorage(memory());
  expect(storage.paginationSize.get()).toBe(15);
  storage.paginationSize.set(50);
  expect(storage.paginationSize.get()).toBe(50);
  storage.set('paginationSize', '7');
  expect(storage.paginationSize.get()).toBe(15);
  const broken = createStorage({
    getItem: () => {
      throw new Error('blocked');
    },
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => undefined,
  });
  broken.set('a', 'b');
  expect(broken.get('a')).toBeUndefined();
});

test('A-2.1-001 the stored PreView names the area, with or without slashes', () => {
  const storage = createStorage(memory());
  storage.set('PreView', '/audit/');
  expect(storage.preView.get()).toBe('audit');
  storage.preView.set('workbench');
  expect(storage.preView.get()).toBe('workbench');
});

test('recent items are kept latest first, without duplicates, at most eight per organization', () => {
  const recents = createRecents(createStorage(memory()), 'recent');
  for (const id of ['a', 'b', 'a']) recents.add('o1', id);
  expect(recents.get('o1')).toEqual(['a', 'b']);
  expect(recents.get('o2')).toEqual([]);
  for (let at = 0; at < 12; at += 1) recents.add('o1', `x${at}`);
  expect(recents.get('o1')).toEqual(['x11', 'x10', 'x9', 'x8', 'x7', 'x6', 'x5', 'x4']);
});
