import type { DetailSlots } from '../../../engine/detail/DetailSlots.ts';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { LoginStatusCell, MomentCell } from '../logCells.tsx';

const list: ListSlots = {
  columns: { status: { Cell: LoginStatusCell, card: 'state' }, datetime: { Cell: MomentCell, card: 'time' } },
  rowActions: () => [],
  createActions: () => [],
  moreActions: () => [],
  hasImport: false,
  hasDateRange: true,
};

const detail: DetailSlots = {
  include: [
    'username',
    'id',
    'city',
    'ip',
    'backend_display',
    'reason_display',
    'status',
    'type',
    'mfa',
    'user_agent',
    'datetime',
  ],
  cells: { status: LoginStatusCell, datetime: MomentCell },
  actions: () => [],
  hasActivity: false,
};

/** Attempts to sign in. */
export const LoginLogListPage = (props: ResourcePageProps) => <ResourceListPage {...props} slots={list} />;

/** One attempt to sign in. */
export const LoginLogDetailPage = (props: ResourcePageProps) => (
  <ResourceDetailPage {...props} slots={detail} />
);
