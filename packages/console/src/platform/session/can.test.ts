import { expect, test } from 'vitest';
import { can, routePermission } from './can.ts';

const held = new Set(['users.view_user', 'rbac.view_orgrole']);

test('A-6-005 an empty requirement passes', () => {
  expect(can(held, '')).toBe(true);
  expect(can(held, [])).toBe(true);
  expect(can(held, undefined)).toBe(true);
});

test('A-6-006 a list requires all entries', () => {
  expect(can(held, ['users.view_user', 'rbac.view_orgrole'])).toBe(true);
  expect(can(held, ['users.view_user', 'users.add_user'])).toBe(false);
});

test('A-6-007 an entry with alternatives passes when any is held', () => {
  expect(can(held, 'rbac.view_systemrole|rbac.view_orgrole')).toBe(true);
  expect(can(held, 'rbac.view_systemrole | rbac.view_role')).toBe(false);
});

test('A-6-008 A-6-009 the permission of a route follows from app, action and resource', () => {
  expect(routePermission('users', 'create', 'user')).toBe('users.add_user');
  expect(routePermission('users', 'update', 'user')).toBe('users.change_user');
  expect(routePermission('users', 'list', 'user')).toBe('users.view_user');
  expect(routePermission('users', 'retrieve', 'user')).toBe('users.view_user');
  expect(routePermission('users', 'destroy', 'user')).toBe('users.del_user');
});

test('an asterisk requires no permission, but other listed permissions still apply', () => {
  expect(can(new Set(), '*')).toBe(true);
  expect(can(held, ['*', 'users.add_user'])).toBe(false);
});
