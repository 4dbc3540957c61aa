import { expect, test } from 'vitest';
import { typeEntries } from './assetTypes.ts';

const choice = (value: string) => ({ value, label: value.toUpperCase() });

test('B-3-007 one menu has the types of all categories, with a heading per category', () => {
  const categories = [
    { ...choice('host'), types: [choice('linux'), choice('windows')] },
    { ...choice('database'), types: [choice('mysql')] },
  ];
  const common = { type: 'primary', has: true };
  expect(typeEntries(categories)).toEqual([
    { ...common, name: 'linux', title: 'LINUX', category: 'host', group: 'HOST' },
    { ...common, name: 'windows', title: 'WINDOWS', category: 'host' },
    { ...common, name: 'mysql', title: 'MYSQL', category: 'database', group: 'DATABASE' },
  ]);
});
