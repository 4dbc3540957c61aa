import { describe, expect, test } from 'vitest';
import { permissionName, permissions } from '../permissions/catalogue.ts';
import { keyOf } from '../resource/defineResource.ts';
import { everyDefinition } from '../resources/all.ts';
import { everyConsoleResource } from './everyConsoleResource.ts';

const grantable = new Set(['', 'superuser', ...permissions.map(permissionName)]);
const lists = new Set(everyConsoleResource.map(({ path }) => path));

test('no two resources share an address, a route name or a place in the menu', () => {
  const places = everyConsoleResource.map(({ path, order }) => `${path.split('/')[0]} ${order}`);
  expect(places).toEqual([...new Set(places)]);
  expect(lists.size).toBe(everyConsoleResource.length);
  const bases = everyConsoleResource.map(({ base }) => base);
  expect(bases).toEqual([...new Set(bases)]);
});

test('a variant has pages only where it declares them', () => {
  const keys = everyConsoleResource.map(({ key }) => key);
  expect(keys).toContain('assets.host');
  expect(keys).not.toContain('rbac.orgrole');
});

describe.each(everyConsoleResource.map((resource) => [resource.key, resource] as const))(
  'the pages of %s',
  (key, { pages, under, path, icon }) => {
    const definition = everyDefinition.find((candidate) => keyOf(candidate) === key);

    test('show what the server serves, to those who may have it', () => {
      const { operations } = definition ?? {};
      if (operations) expect(pages.filter(({ page }) => !operations.includes(page))).toEqual([]);
      const needs = pages.flatMap(({ need }) => need.split('|'));
      expect(needs.filter((need) => !grantable.has(need))).toEqual([]);
    });

    test('are reached from a menu entry that exists and has an icon', () => {
      expect(under === undefined || lists.has(under)).toBe(true);
      if (!under) expect(pages.map(({ page }) => page)).toContain('list');
      const standsAlone = !under && path.split('/').length < 3;
      expect(icon !== undefined).toBe(standsAlone);
    });
  },
);
