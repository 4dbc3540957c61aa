import { useTranslation } from 'react-i18next';
import { usePageAction } from '../../../engine/action/usePageAction.ts';
import type { DetailController } from '../../../engine/detail/useResourceDetail.ts';
import { EmbeddedList } from '../../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { rowUrl } from '../../../engine/resource/url.ts';
import { type Covered, type CoveredKind, coveredSlots } from './coveredSlots.ts';
import { PERMISSIONS_URL } from './permissionCells.tsx';

const titles = { users: 'user.title', assets: 'asset.title' } as const;

/** Users or assets that a permission covers, directly or through groups and nodes. */
export function CoveredTable({ detail, kind }: { detail: Pick<DetailController, 'id'>; kind: CoveredKind }) {
  const { t } = useTranslation('resources');
  const explain = usePageAction('ExplainAccess');
  const slots: ListSlots<Covered> = {
    ...coveredSlots(kind, t(titles[kind])),
    rowActions: (row) => explain({ user: row.user, asset: row.asset }),
  };
  return (
    <EmbeddedList
      name={`Permission${kind}`}
      url={`${rowUrl(PERMISSIONS_URL, detail.id)}${kind}/all/`}
      slots={slots}
    />
  );
}
