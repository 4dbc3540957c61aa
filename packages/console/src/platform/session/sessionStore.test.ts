import { expect, test } from 'vitest';
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

test('A-6-003 whoever holds the role with the fixed id of the system administrator is one', () => {
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

test('A-3-006 the organizations of each area, those of the workbench without the root, and those in use', () => {
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
