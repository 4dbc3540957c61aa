import type { BitNode } from '../resource/fields.ts';

/** What a permission lets a user do on an asset; the position in the list is the number of the bit. */
export const actionBits = ['connect', 'upload', 'download', 'copy', 'paste', 'delete', 'share'] as const;

/** One of the permission actions. */
export type PermissionAction = (typeof actionBits)[number];

/** The same actions as the tree a form shows. */
export const actionTree = [
  {
    value: 'all',
    children: [
      { value: 'connect' },
      { value: 'transfer', children: [{ value: 'upload' }, { value: 'download' }, { value: 'delete' }] },
      { value: 'clipboard', children: [{ value: 'copy' }, { value: 'paste' }] },
      { value: 'share' },
    ],
  },
] as const satisfies readonly BitNode[];
