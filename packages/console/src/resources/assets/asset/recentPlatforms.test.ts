import { expect, test } from 'vitest';
import { groupPlatforms, recentPlatforms, rememberPlatform } from './recentPlatforms.ts';

const memory = () => {
  const map = new Map<string, unknown>();
  return {
    getJson: <T>(key: string) => map.get(key) as T | undefined,
    setJson: (key: string, value: unknown) => void map.set(key, value),
  };
};
const platforms = Array.from({ length: 10 }, (_, index) => ({
  id: index,
  name: `p${index}`,
  category: index < 5 ? { value: 'host', label: 'Host' } : { value: 'device', label: 'Device' },
}));

test('the last eight platforms are remembered, newest first, each once', () => {
  const storage = memory();
  for (const id of [0, 1, 2, 3, 4, 5, 6, 7, 8, 1]) rememberPlatform(storage, id);
  expect(recentPlatforms(storage, platforms).map(({ id }) => id)).toEqual([1, 8, 7, 6, 5, 4, 3, 2]);
});

test('a remembered platform that was deleted is not offered', () => {
  const storage = memory();
  rememberPlatform(storage, 99);
  expect(recentPlatforms(storage, platforms)).toEqual([]);
});

test("platforms are grouped under their category's name", () => {
  expect(groupPlatforms(platforms, 'category').map(({ label, rows }) => [label, rows.length])).toEqual([
    ['Host', 5],
    ['Device', 5],
  ]);
});

test('platform categories follow the tab order of the asset list', () => {
  const of = (value: string) => ({ name: value, category: { value, label: value } });
  const grouped = groupPlatforms([of('host'), of('gpt'), of('web'), of('device'), of('host')], 'category');
  expect(grouped.map(({ label }) => label)).toEqual(['host', 'device', 'web', 'gpt']);
});

test('common platforms come first in their group, the others as the server sorts them', () => {
  const of = (name: string, value: string) => ({ name, category: { value, label: value } });
  const grouped = groupPlatforms(
    [
      of('AIX', 'host'),
      of('Redis', 'database'),
      of('Windows', 'host'),
      of('MySQL', 'database'),
      of('BSD', 'host'),
      of('Linux', 'host'),
    ],
    'category',
  );
  expect(grouped.map(({ rows }) => rows.map(({ name }) => name))).toEqual([
    ['Linux', 'Windows', 'AIX', 'BSD'],
    ['MySQL', 'Redis'],
  ]);
});
