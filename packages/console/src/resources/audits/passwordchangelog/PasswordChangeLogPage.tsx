import type { passwordchangelog } from '@gatehouse/contract/resources/audits/passwordchangelog.ts';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceListPage } from '../../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { MomentCell } from '../logCells.tsx';

const slots: ListSlots<typeof passwordchangelog> = {
  columns: { datetime: { Cell: MomentCell, card: 'time' } },
};

/** Password changes: user, author and time. */
export const PasswordChangeLogPage = (props: ResourcePageProps) => (
  <ResourceListPage {...props} slots={slots} />
);
