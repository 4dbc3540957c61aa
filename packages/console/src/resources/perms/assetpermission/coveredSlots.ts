import { coveredBy } from '@gatehouse/contract/layouts/perms/assetpermission.ts';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { AssetLink, UserLink } from './subjectLinks.tsx';

const kinds = {
  users: { id: 'user', display: 'user_display', Cell: UserLink },
  assets: { id: 'asset', display: 'asset_display', Cell: AssetLink },
} as const;

/** What is listed: users or assets. */
export type CoveredKind = keyof typeof kinds;

/** A user or asset that a permission covers; the server sends the row without an id of its own. */
export type Covered = {
  id: string;
  user?: string;
  user_display?: string;
  asset?: string;
  asset_display?: string;
};

/** The field by which a user or asset is named. */
export const displayOf = (kind: CoveredKind) => kinds[kind].display;

/** A list that only shows users or assets which a permission covers, under a title. */
export const coveredSlots = (kind: CoveredKind, title: string): ListSlots<Covered> => {
  const { id, display, Cell } = kinds[kind];
  return {
    columns: { [display]: { Cell, title, width: 320, card: 'title' } },
    mode: coveredBy(display),
    createActions: () => [],
    moreActions: () => [],
    rowActions: () => [],
    rowId: (row) => row[id] ?? '',
  };
};
