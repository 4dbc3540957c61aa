import { expect, test } from 'vitest';
import { listAccess, listPermissions } from './listAccess.ts';

test('A-6-010 permissions of a list follow from its URL', () => {
  expect(listPermissions('/api/v1/perms/asset-permissions/?limit=15')).toEqual({
    view: 'perms.view_assetpermission',
    add: 'perms.add_assetpermission',
    change: 'perms.change_assetpermission',
    delete: 'perms.delete_assetpermission',
  });
});

const all = { url: '/api/v1/assets/domains/', can: () => true };

test('A-6-011 A-6-012 in the root organization rows can only be viewed, deleted in bulk and exported', () => {
  expect(listAccess({ ...all, isRoot: true })).toEqual({
    canView: true,
    canCreate: false,
    canUpdate: false,
    canClone: false,
    canDelete: false,
    canBulkDelete: true,
    canBulkUpdate: false,
    hasImport: false,
    hasExport: true,
  });
});

test('A-6-011 a route that fixes the organization skips the root check', () => {
  const access = listAccess({ ...all, isRoot: true, disableOrgsChange: true });
  expect(access).toMatchObject({ canCreate: true, canUpdate: true, canClone: true, hasImport: true });
});
