import { assetsOfDomain } from '@gatehouse/contract/layouts/assets/asset.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { gateway } from '@gatehouse/contract/resources/assets/gateway.ts';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../engine/action/Action.ts';
import type { ListController } from '../../engine/list/ListSlots.ts';
import type { CollectionOf } from '../../platform/http/writes.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { assetColumns, assetRowIcon } from '../../resources/assets/asset/assetColumns.tsx';

/** The part of an asset or gateway asset that zones need. */
export type Member = { id: string | number };

/** URL of the assets or of the gateway assets. */
type MembersUrl = CollectionOf<typeof asset | typeof gateway>;

/** Changes the zone of assets or gateway assets. */
const useMoveAssets = (id: string) => {
  const http = useHttp();
  return {
    take: (rows: readonly Member[], url: MembersUrl) =>
      http.changeMany<typeof asset | typeof gateway>(
        url,
        rows.map((row) => ({ id: String(row.id), domain: id })),
      ),
    drop: (rows: readonly Member[], url: MembersUrl) =>
      http.changeMany<typeof asset | typeof gateway>(
        url,
        rows.map((row) => ({ id: String(row.id), domain: null })),
      ),
  };
};

/** What a zone's tabs share: adding and removing members, permissions, and the look of their lists. */
export const useZoneMembers = (id: string, permission: string) => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const routes = useRouteNames();
  const moves = useMoveAssets(id);
  const mayChange = can(permission) && !isRoot;
  const common = {
    can: mayChange,
    reason: t('noPermission'),
    title: t('domain.takeOut'),
    none: t('chooseRows'),
  };
  const looks = {
    columns: assetColumns,
    icon: assetRowIcon,
    mode: assetsOfDomain,
    detailPath: (row: Member) => routes.path('AssetDetail', { id: row.id }),
  };
  return { ...moves, mayChange, common, looks };
};

/** The action that removes assets or gateway assets from a zone. */
export const removal = (input: {
  title: string;
  can: boolean;
  reason: string;
  rows: readonly Member[];
  none: string;
  run: () => Promise<unknown>;
  list: Pick<ListController, 'selection' | 'refetch'>;
}): Action => ({
  name: 'takeOut',
  title: input.title,
  order: 20,
  danger: true,
  can: input.can && input.rows.length > 0,
  reason: input.rows.length === 0 ? input.none : input.reason,
  onRun: async () => {
    await input.run();
    input.list.selection.clear();
    input.list.refetch();
  },
});
