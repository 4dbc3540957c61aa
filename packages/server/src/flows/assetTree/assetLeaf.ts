import { assetTypes } from '@gatehouse/contract/assets/categories.ts';
import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import type { Context } from '../../engine/context.ts';

/** What a leaf needs from an asset. */
export type LeafRow = {
  id: string;
  name: string;
  address: string;
  comment: string;
  category: string;
  type: string;
  is_active: boolean;
  org_id: string;
  protocols: { name: string }[];
};

const known: readonly string[] = assetTypes;

const iconOf = ({ category, type }: LeafRow): string => {
  if (category === 'device') return 'switch';
  return known.includes(type) ? type : 'file';
};

/** An asset as a leaf of the node tree or the type tree (protocol reference §13). */
export const assetLeaf = (row: LeafRow, parent: string, ctx: Pick<Context, 'engine'>): TreeNode => ({
  id: row.id,
  name: row.name,
  title: `${row.address}\n${row.comment}`,
  pId: parent,
  isParent: false,
  open: false,
  iconSkin: iconOf(row),
  chkDisabled: !row.is_active,
  meta: {
    type: 'asset',
    data: {
      platform_type: row.type,
      org_name: ctx.engine.organizationName(row.org_id) ?? '',
      sftp: row.protocols.some(({ name }) => name === 'sftp'),
      name: row.name,
      address: row.address,
    },
  },
});
