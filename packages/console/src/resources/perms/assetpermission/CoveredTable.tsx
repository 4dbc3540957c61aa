import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import type { DetailController } from '../../../engine/detail/useResourceDetail.ts';
import type { CellProps } from '../../../engine/fields/FieldUi.ts';
import { EmbeddedList } from '../../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { type Row, textOf } from '../../../engine/resource/row.ts';
import { rowUrl } from '../../../engine/resource/url.ts';
import { PERMISSIONS_URL } from './permissionCells.tsx';

type Kind = 'users' | 'assets';

const shapes = {
  users: { id: 'user', display: 'user_display', route: 'UserDetail', title: 'user.title' },
  assets: { id: 'asset', display: 'asset_display', route: 'AssetDetail', title: 'asset.title' },
} as const;

function Covered({ row, kind }: { row: Row; kind: Kind }) {
  const { id, display, route } = shapes[kind];
  return (
    <RouteLink name={route} params={{ id: String(row[id]) }}>
      {textOf(row[display])}
    </RouteLink>
  );
}

const UserLink = ({ row }: CellProps) => <Covered row={row} kind="users" />;
const AssetLink = ({ row }: CellProps) => <Covered row={row} kind="assets" />;

/** Everybody or everything a grant covers, directly or through groups and nodes. */
export function CoveredTable({ detail, kind }: { detail: DetailController; kind: Kind }) {
  const { t } = useTranslation('resources');
  const { id, display, title } = shapes[kind];
  const slots: ListSlots = {
    columns: {
      [display]: {
        Cell: kind === 'users' ? UserLink : AssetLink,
        title: t(title),
        width: 320,
        card: 'title',
      },
    },
    defaults: [display],
    mins: [display],
    hasSelection: false,
    hasColumnSetting: false,
    hasImport: false,
    hasExport: false,
    createActions: () => [],
    moreActions: () => [],
    rowActions: () => [],
    rowId: (row) => String(row[id]),
    rowName: (row) => textOf(row[display]),
  };
  return (
    <EmbeddedList
      name={`Permission${kind}`}
      url={`${rowUrl(PERMISSIONS_URL, detail.id)}${kind}/all/`}
      slots={slots}
    />
  );
}
