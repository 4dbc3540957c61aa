import { expect, test } from 'vitest';
import { builtinRoles, permissionsOfBuiltinRole } from './builtinRoles.ts';
import {
  numberOf,
  permissionName,
  permissionOfNumber,
  permissions,
  permissionsOfScope,
} from './catalogue.ts';
import { permissionDependencies } from './dependencies.ts';
import { licensedOnly } from './licensed.ts';
import { type PermissionBranch, permissionsUnderModel, permissionTree } from './tree.ts';

const isOpen = (name: string) => !name.startsWith('xpack.');
const names = permissions.map(permissionName);

const under = (branch: PermissionBranch): string[] => [
  ...(branch.permissions ?? []),
  ...(branch.models ?? []).flatMap(permissionsUnderModel),
  ...(branch.children ?? []).flatMap(under),
];
const branches = (from: readonly PermissionBranch[]): PermissionBranch[] =>
  from.flatMap((branch) => [branch, ...branches(branch.children ?? [])]);

test('a permission is named once and has a number of its own', () => {
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(names.map(numberOf)).size).toBe(names.length);
  expect(permissionOfNumber(numberOf('assets.view_asset'))).toBe('assets.view_asset');
});

test('system roles may hold 303 permissions and organization roles 191, enterprise ones aside', () => {
  expect(permissionsOfScope('system').map(permissionName).filter(isOpen)).toHaveLength(303);
  expect(permissionsOfScope('org').map(permissionName).filter(isOpen)).toHaveLength(191);
});

test.each([
  ['systemAdmin', 303],
  ['systemAuditor', 61],
  ['user', 38],
  ['systemComponent', 10],
  ['orgAdmin', 191],
  ['orgAuditor', 42],
  ['orgUser', 21],
] as const)('the built-in role %s holds %i permissions', (role, count) => {
  expect(permissionsOfBuiltinRole(builtinRoles[role]).filter(isOpen)).toHaveLength(count);
});

test('components hold what they call, nothing of people, assets, roles, settings or messages', () => {
  expect(permissionsOfBuiltinRole(builtinRoles.systemComponent)).toEqual([
    'authentication.add_superconnectiontoken',
    'authentication.view_superconnectiontokensecret',
    'terminal.add_command',
    'terminal.add_session',
    'terminal.add_status',
    'terminal.change_session',
    'terminal.change_task',
    'terminal.upload_sessionreplay',
    'terminal.validate_sessionactionperm',
    'terminal.view_terminalconfig',
  ]);
});

test('the tree shows every permission exactly once', () => {
  const shown = permissionTree.flatMap(under);
  expect([...shown].sort()).toEqual([...names].sort());
});

test.each([
  ['view_console', 152, 126],
  ['view_workbench', 19, 19],
  ['view_audit', 38, 38],
  ['view_setting', 68, 4],
  ['view_other', 26, 4],
])('%s holds %i permissions for system roles and %i for organization roles', (id, system, org) => {
  const shown = permissionTree.filter((branch) => branch.id === id).flatMap(under);
  const grantable = new Set(permissionsOfScope('org').map(permissionName));
  expect(shown.filter(isOpen)).toHaveLength(system);
  expect(shown.filter(isOpen).filter((name) => grantable.has(name))).toHaveLength(org);
});

test('dependency rules and licence limits speak of permissions, models and branches that exist', () => {
  const models = permissions.map(({ app, model }) => `${app}.${model}`);
  const keys = new Set([...names, ...models, ...branches(permissionTree).map((branch) => branch.id)]);
  const rules = permissionDependencies.flatMap(({ when, needs }) => [...when, ...needs]);
  expect(
    [...rules, ...licensedOnly.models, ...licensedOnly.permissions].filter((key) => !keys.has(key)),
  ).toEqual([]);
  expect(permissionDependencies.flatMap(({ needs }) => needs).filter((key) => !names.includes(key))).toEqual(
    [],
  );
});
