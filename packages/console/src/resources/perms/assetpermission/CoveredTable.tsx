import { coveredBy } from '@gatehouse/contract/layouts/perms/assetpermission.ts';
import { useTranslation } from 'react-i18next';
import { usePageAction } from '../../../engine/action/usePageAction.ts';
import type { DetailController } from '../../../engine/detail/useResourceDetail.ts';
import { EmbeddedList } from '../../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { rowUrl } from '../../../engine/resource/url.ts';
import { PERMISSIONS_URL } from './permissionCells.tsx';
import { AssetLink, UserLink } from './subjectLinks.tsx';

type Kind = 'users' | 'assets';

const shapes = {
  users: { id: 'user', display: 'user_display', title: 'user.title' },
  assets: { id: 'asset', display: 'asset_display', title: 'asset.title' },
} as const;

/** A user or asset that a permission covers; the server sends the row without an id of its own. */
type Covered = { id: string; user?: string; user_display?: string; asset?: string; asset_display?: string };

/** Users or assets that a permission covers, directly or through groups and nodes. */
export function CoveredTable({ detail, kind }: { detail: Pick<DetailController, 'id'>; kind: Kind }) {
  const { t } = useTranslation('resources');
  const { id, display, title } = shapes[kind];
  const explain = usePageAction('ExplainAccess');
  const slots: ListSlots<Covered> = {
    columns: {
      [display]: {
        Cell: kind === 'users' ? UserLink : AssetLink,
        title: t(title),
        width: 320,
        card: 'title',
      },
    },
    mode: coveredBy(display),
    createActions: () => [],
    moreActions: () => [],
    rowActions: (row) => explain({ user: row.user, asset: row.asset }),
    rowId: (row) => row[id] ?? '',
  };
  return (
    <EmbeddedList
      name={`Permission${kind}`}
      url={`${rowUrl(PERMISSIONS_URL, detail.id)}${kind}/all/`}
      slots={slots}
    />
  );
}
