import { expect, test } from 'vitest';
import { can } from './can.ts';
import { GLOBAL_ORG } from './organizations.ts';
import { createSessionStore } from './sessionStore.ts';
import type { Organization, Profile } from './wire.ts';

const org = (id: string): Organization => ({ id, name: id });
const profile = (over: Partial<Profile> = {}) =>
  ({
    username: 'mara',
    is_superuser: false,
    system_roles: [],
    perms: ['users.view_user'],
    console_orgs: [org('a')],
    audit_orgs: [org('b')],
    workbench_orgs: [GLOBAL_ORG, org('c')],
    ...over,
  }) as unknown as Profile;

test('A-6-003 only the fixed role id of the system administrator makes a user one', () => {
  const session = createSessionStore();
  session.setProfile(
    profile({ system_roles: [{ id: '00000000-0000-0000-0000-000000000003', display_name: '' }] }),
  );
  expect(session.get().isSuperAdmin).toBe(false);
  session.setProfile(
    profile({ system_roles: [{ id: '00000000-0000-0000-0000-000000000001', display_name: '' }] }),
  );
  expect(session.get().isSuperAdmin).toBe(true);
});

test('only a superuser meets the requirement superuser', () => {
  const session = createSessionStore();
  const may = () => can(session.get().perms, 'superuser');
  session.setProfile(profile());
  expect(may()).toBe(false);
  session.setProfile(profile({ is_superuser: true }));
  expect(may()).toBe(true);
  expect(can(session.get().perms, 'users.view_user')).toBe(true);
});

test('A-3-006 the store lists the organizations of each area, those in use, and those of the workbench without the root organization', () => {
  const session = createSessionStore();
  session.setProfile(profile());
  session.set({ usingOrgs: [org('a')] });
  const ids = (orgs: readonly Organization[]) => orgs.map(({ id }) => id);
  const state = session.get();
  expect(ids(state.consoleOrgs)).toEqual(['a']);
  expect(ids(state.auditOrgs)).toEqual(['b']);
  expect(ids(state.workbenchOrgs)).toEqual([GLOBAL_ORG.id, 'c']);
  expect(ids(state.noRootWorkbenchOrgs)).toEqual(['c']);
  expect(ids(state.usingOrgs)).toEqual(['a']);
});

test('A-3-005 the store has token, user, previous organization and time of confirmation', () => {
  const session = createSessionStore(() => 'csrf');
  expect(session.get()).toMatchObject({
    token: undefined,
    usernames: [],
    MFAVerifyAt: undefined,
    preOrg: undefined,
    isSuperAdmin: false,
    isAdmin: false,
    isAudit: false,
  });
  session.setProfile(profile({ is_superuser: true }));
  session.set({ preOrg: org('a'), MFAVerifyAt: 17 });
  expect(session.get()).toMatchObject({
    token: 'csrf',
    usernames: ['mara'],
    MFAVerifyAt: 17,
    preOrg: { id: 'a' },
    isSuperAdmin: true,
    isAdmin: true,
    isAudit: true,
  });
  session.setProfile(profile({ console_orgs: [], audit_orgs: [] }));
  expect(session.get()).toMatchObject({ isSuperAdmin: false, isAdmin: false, isAudit: false });
});

test('A-3-007 A-3-008 the current organization has all its facts, whatever their source', () => {
  const session = createSessionStore();
  session.setProfile(profile());
  session.setCurrentOrg(org('a'));
  expect(session.get().currentOrg).toEqual({
    id: 'a',
    name: 'a',
    icon: '',
    disabled: false,
    is_default: false,
    is_root: false,
    roles: [],
    perms: ['users.view_user'],
  });
  const roles = [{ id: 'r', display_name: 'Administrator' }];
  session.setCurrentOrg({ ...org('a'), icon: 'organization', is_default: true, roles, perms: ['x.y'] });
  session.setCurrentOrg(org('a'));
  expect(session.get().currentOrg).toMatchObject({
    icon: 'organization',
    is_default: true,
    roles,
    perms: ['x.y'],
  });
  session.setCurrentOrg(GLOBAL_ORG);
  expect(session.get()).toMatchObject({
    isRoot: true,
    currentOrg: { is_root: true, is_default: false, roles: [] },
  });
});

test('a newly joined organization is added to the workbench only once', () => {
  const session = createSessionStore();
  session.setProfile(profile({ workbench_orgs: [GLOBAL_ORG] }));
  session.addWorkbenchOrg(org('new'));
  session.addWorkbenchOrg(org('new'));
  const ids = (orgs: readonly Organization[]) => orgs.map(({ id }) => id);
  expect(ids(session.get().workbenchOrgs)).toEqual([GLOBAL_ORG.id, 'new']);
  expect(ids(session.get().noRootWorkbenchOrgs)).toEqual(['new']);
});
