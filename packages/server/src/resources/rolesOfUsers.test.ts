import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { expect, test } from 'vitest';
import { administers, hasSystemAdmin, isAnyAdmin, type UserRole } from './rolesOfUsers.ts';

const holding = (role: string, org: string | null = null): UserRole[] => [
  { user: 'u', role, name: '', builtin: true, scope: org ? 'org' : 'system', org },
];
const [system, organization] = [builtinRoles.systemAdmin.id, builtinRoles.orgAdmin.id];
const other = builtinRoles.orgAuditor.id;

test('an administrator of an organization administers it and no other', () => {
  expect(administers(holding(organization, 'a'), 'a')).toBe(true);
  expect(administers(holding(organization, 'b'), 'a')).toBe(false);
  expect(administers(holding(other, 'a'), 'a')).toBe(false);
  expect(administers(undefined, 'a')).toBe(false);
});

test('a system administrator administers every organization', () => {
  expect(administers(holding(system), 'a')).toBe(true);
  expect(hasSystemAdmin(holding(system))).toBe(true);
  expect(hasSystemAdmin(holding(organization, 'a'))).toBe(false);
});

test('the rules for administrators hold for those of any organization, and for no auditor', () => {
  expect(isAnyAdmin(holding(organization, 'a'))).toBe(true);
  expect(isAnyAdmin(holding(system))).toBe(true);
  expect(isAnyAdmin(holding(other, 'a'))).toBe(false);
  expect(isAnyAdmin(undefined)).toBe(false);
});
