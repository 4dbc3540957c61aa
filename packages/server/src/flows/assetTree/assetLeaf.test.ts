import { expect, test } from 'vitest';
import { assetLeaf, type LeafRow } from './assetLeaf.ts';

const row: LeafRow = {
  ...{ id: 'a1', name: 'web', address: '10.0.0.5', comment: 'front', category: 'host', type: 'linux' },
  ...{ is_active: true, org_id: 'o1', protocols: [{ name: 'ssh' }] },
};
const engine = { organizationName: (id: string) => (id === 'o1' ? 'Default' : undefined) };
const leaf = (more: Partial<LeafRow> = {}) =>
  assetLeaf({ ...row, ...more }, 'p1', { engine } as unknown as Parameters<typeof assetLeaf>[2]);

test('the tree leaf of an asset shows its address and comment and holds what a client needs to connect', () => {
  expect(leaf()).toEqual({
    ...{ id: 'a1', name: 'web', title: '10.0.0.5\nfront', pId: 'p1', iconSkin: 'linux' },
    ...{ isParent: false, open: false, chkDisabled: false },
    meta: {
      type: 'asset',
      data: { platform_type: 'linux', org_name: 'Default', sftp: false, name: 'web', address: '10.0.0.5' },
    },
  });
  expect(
    leaf({ is_active: false, org_id: 'gone', protocols: [{ name: 'ssh' }, { name: 'sftp' }] }),
  ).toMatchObject({
    chkDisabled: true,
    meta: { data: { org_name: '', sftp: true } },
  });
});

test('the tree icon of an asset is that of its type, the shared one for devices, or the default for custom types', () => {
  const icon = (category: string, type: string) => leaf({ category, type }).iconSkin;
  expect([icon('host', 'windows'), icon('device', 'router'), icon('custom', 'mainframe')]).toEqual([
    'windows',
    'switch',
    'file',
  ]);
});
