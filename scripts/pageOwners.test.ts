import { expect, test } from 'vitest';
import { pageOwner } from './pageOwners.ts';

const resources = new Set(['assets.asset', 'users.user']);

test.each([
  ['resources/assets/asset/Cells.tsx', 'assets.asset'],
  ['resources/assets/asset/deeper/Cells.tsx', 'assets.asset'],
  ['resources/assets/tree.ts', 'assets (shared)'],
  ['resources/pages.ts', 'all (shared)'],
  ['areas/tickets/Page.tsx', 'areas/tickets'],
  ['areas/pages.ts', 'areas (shared)'],
  ['engine/list/List.tsx', undefined],
  ['vite-env.d.ts', undefined],
])('the owner of %s is %s', (file, owner) => {
  expect(pageOwner(file, resources)).toBe(owner);
});

test.each([
  'resources/assets/aset/Cells.tsx',
  'resources/asets/tree.ts',
  'pages/assets/Page.tsx',
  'stray.tsx',
])('%s has no owner', (file) => {
  expect(pageOwner(file, resources)).toBeNull();
});
