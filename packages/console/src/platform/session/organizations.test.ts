import { expect, test } from 'vitest';
import {
  initialOrg,
  orgsOfView,
  pathAfterSwitch,
  permittedViews,
  SYSTEM_ORG,
  settleOrg,
  viewOf,
  views,
} from './organizations.ts';
import type { Organization, Profile } from './wire.ts';

const root: Organization = { id: '00000000-0000-0000-0000-000000000000', name: 'GLOBAL', is_root: true };
const standard: Organization = {
  id: '00000000-0000-0000-0000-000000000002',
  name: 'Default',
  is_default: true,
};
const branch: Organization = { id: '3f2b8c10-1111-4111-8111-111111111111', name: 'Branch' };
const profile = {
  console_orgs: [root, standard],
  audit_orgs: [branch],
  workbench_orgs: [standard, branch],
} as Profile;

test('A-4.2-005 A-4.2-006 A-4.2-007 each area uses its own list of organizations', () => {
  for (const view of ['console', 'tickets', 'settings'] as const) {
    expect(orgsOfView(view, profile)).toEqual([root, standard]);
  }
  expect(orgsOfView('audit', profile)).toEqual([branch]);
  expect(orgsOfView('workbench', profile)).toEqual([standard, branch]);
});

test('A-4.2-009 the initial organization is the default one, else the first that is neither root nor system', () => {
  expect(initialOrg([root, branch, standard])).toBe(standard);
  expect(initialOrg([root, SYSTEM_ORG, branch])).toBe(branch);
  expect(initialOrg([])).toBeUndefined();
});

test('A-4.2-003 a missing or forbidden organization is replaced by a permitted one', () => {
  expect(settleOrg({ orgs: [root, standard], current: branch })).toBe(standard);
  expect(settleOrg({ orgs: [root, standard] })).toBe(standard);
  expect(settleOrg({ orgs: [root, standard], current: { ...root } })).toBe(root);
});

test('A-4.2-004 the earlier choice returns where the current one is not permitted', () => {
  expect(settleOrg({ orgs: [standard, branch], current: root, remembered: [branch] })).toBe(branch);
  expect(settleOrg({ orgs: [standard, branch], remembered: [root, branch] })).toBe(branch);
  expect(settleOrg({ orgs: [standard, branch], remembered: [standard, branch] })).toBe(standard);
});

test('A-4.2-001 the system-setting organization is replaced by the previous one', () => {
  expect(settleOrg({ orgs: [standard, branch], current: SYSTEM_ORG, previous: branch })).toBe(branch);
  expect(settleOrg({ orgs: [], current: SYSTEM_ORG, previous: branch })).toBe(branch);
});

test('A-4.2-011 A-4.2-012 A-4.2-013 after a switch ids are removed from path and query, platform stays, unknown paths go home', () => {
  const known = (path: string) => path === '/console/assets/assets';
  const id = branch.id;
  expect(
    pathAfterSwitch(`/console/assets/assets/${id}`, `?node=${id}&search=erp&page=2&platform=17`, known),
  ).toBe('/console/assets/assets?search=erp&platform=17');
  expect(pathAfterSwitch('/console/assets/assets/12', '', known)).toBe('/console/assets/assets');
  expect(pathAfterSwitch('/console/unknown', '?search=x', known)).toBe('/');
});

test('A-6-013 A-6-014 A-6-015 A-6-016 A-6-017 the areas open to a user follow from organizations and permissions', () => {
  const nobody = { console_orgs: [], audit_orgs: [], workbench_orgs: [] } as unknown as Profile;
  expect(permittedViews({ profile: nobody, has: () => false })).toEqual(['workbench', 'profile']);
  expect(permittedViews({ profile, has: (p) => p === 'settings.view_setting' })).toEqual([
    'console',
    'audit',
    'workbench',
    'settings',
    'profile',
  ]);
  const mayTickets = (permission: string) => permission === 'tickets.view_ticket';
  expect(permittedViews({ profile: nobody, has: mayTickets })).toEqual(['workbench', 'tickets', 'profile']);
});

test('B-2-004 the areas besides the profile are console, audit, workbench, tickets and settings', () => {
  expect(views.filter((view) => view !== 'profile')).toEqual([
    'console',
    'audit',
    'workbench',
    'tickets',
    'settings',
  ]);
});

test('A-2-002 the first segment of a path is the area', () => {
  expect(viewOf('/console/perms/asset-permissions')).toBe('console');
  expect(viewOf('/elsewhere')).toBeUndefined();
});
