import { expect, test } from 'vitest';
import { createTagStore, type Visit } from './tagStore.ts';

const visit = (path: string, more: Partial<Visit> = {}): Visit => ({
  path,
  fullPath: path,
  name: path.slice(1),
  title: path.slice(1),
  ...more,
});
const paths = (store: ReturnType<typeof createTagStore>) => store.get().tags.map((tag) => tag.path);

test('A-2.9-025 visited pages are tags by path; the last query is remembered', () => {
  const store = createTagStore();
  store.visit(visit('/a'));
  store.visit(visit('/b'));
  store.visit(visit('/a', { fullPath: '/a?search=x' }));
  expect(paths(store)).toEqual(['/a', '/b']);
  expect(store.get().tags[0]?.fullPath).toBe('/a?search=x');
});

test('A-2.9-027 one tag, all others or all tags can be closed', () => {
  const store = createTagStore();
  for (const path of ['/a', '/b', '/c']) store.visit(visit(path));
  expect(store.close('/b')?.path).toBe('/c');
  store.visit(visit('/d'));
  store.closeOthers('/a');
  expect(paths(store)).toEqual(['/a']);
  store.closeAll();
  expect(paths(store)).toEqual([]);
});

test('A-2.9-028 affixed tags come first, cannot be closed and survive clearing', () => {
  const store = createTagStore();
  store.visit(visit('/a'));
  store.affix([visit('/dashboard', { affix: true })]);
  expect(store.close('/dashboard')).toBeUndefined();
  store.closeAll();
  expect(paths(store)).toEqual(['/dashboard']);
});

test('A-2.9-023 A-2.9-029 pages are kept by path, except those that ask not to be', () => {
  const store = createTagStore();
  store.visit(visit('/a'));
  store.visit(visit('/form', { noCache: true }));
  expect(store.get().kept).toEqual(['/a']);
  store.close('/a');
  expect(store.get().kept).toEqual([]);
});

test('at most eight pages stay alive, and the oldest goes first', () => {
  const store = createTagStore();
  for (let n = 0; n < 20; n += 1) store.visit(visit(`/p${n}`));
  expect(store.get().kept).toHaveLength(8);
  expect(store.get().kept.at(-1)).toBe('/p19');
});

test('A-2.9-026 a refresh drops the kept page but not the tag', () => {
  const store = createTagStore();
  store.visit(visit('/a'));
  store.forget('/a');
  expect(store.get().kept).toEqual([]);
  expect(paths(store)).toEqual(['/a']);
});

test('a page that learns its title renames its own tag only, and the next visit keeps that name', () => {
  const store = createTagStore();
  const titles = () => store.get().tags.map((tag) => tag.title);
  store.visit(visit('/a'));
  store.rename('/a', 'web-01');
  expect(titles()).toEqual(['web-01']);
  store.visit(visit('/b'));
  store.rename('/a', 'web-02');
  store.rename('/elsewhere', 'db-01');
  store.visit(visit('/a'));
  expect(titles()).toEqual(['web-02', 'b']);
});

test('a closed tag gives way to the next one, the last to the one before it', () => {
  const store = createTagStore();
  for (const path of ['/a', '/b', '/c']) store.visit(visit(path));
  expect(store.close('/elsewhere')).toBeUndefined();
  expect(store.close('/a')?.path).toBe('/b');
  expect(store.close('/c')?.path).toBe('/b');
  expect(store.close('/b')).toBeUndefined();
  expect(paths(store)).toEqual([]);
});

test('the tag store notifies no subscriber when nothing changes', () => {
  const store = createTagStore();
  store.visit(visit('/a'));
  store.affix([visit('/dashboard')]);
  let changes = 0;
  store.subscribe(() => {
    changes += 1;
  });
  store.affix([visit('/dashboard'), visit('/a')]);
  store.rename('/a', 'a');
  store.rename('/elsewhere', 'b');
  expect(changes).toBe(0);
  store.rename('/a', 'b');
  expect(changes).toBe(1);
});

test('a tag is affixed only if its page is', () => {
  const store = createTagStore();
  store.visit(visit('/a'));
  store.visit(visit('/dashboard', { affix: true }));
  expect(store.get().tags.map(({ affix }) => affix)).toEqual([false, true]);
});

test('seven other pages stay alive, and a page that is shown again becomes the most recent', () => {
  const store = createTagStore();
  for (let n = 0; n < 8; n += 1) store.visit(visit(`/p${n}`));
  store.visit(visit('/p0'));
  expect(store.get().kept).toEqual(['/p1', '/p2', '/p3', '/p4', '/p5', '/p6', '/p7', '/p0']);
  store.visit(visit('/form', { noCache: true }));
  expect(store.get().kept).toHaveLength(8);
});
