import { assetsOfChangePlanList } from '@gatehouse/contract/layouts/accounts/changesecretautomation.ts';
import type { changesecretautomation } from '@gatehouse/contract/resources/accounts/changesecretautomation.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { useTranslation } from 'react-i18next';
import styles from '../../engine/detail/Detail.module.css';
import { RelationCard } from '../../engine/detail/RelationCard.tsx';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { textOf } from '../../engine/resource/row.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';

type Detail = DetailController<typeof changesecretautomation>;

/** What a plan names, with how to add to it and take from it. */
const useLinks = ({ id, row, refetch }: Detail) => {
  const http = useHttp();
  const params = { id };
  const changed = async (call: Promise<unknown>) => {
    await call;
    refetch();
  };
  const itemsOf = (rows: readonly { id: string }[]) =>
    rows.map((one) => ({ id: one.id, label: textOf(one) }));
  const nodes = (action: 'add' | 'remove', ids: readonly (string | number)[]) =>
    changed(
      http.call('PATCH /api/v1/accounts/change-secret/:id/nodes/', {
        ...{ params, query: { action }, body: { nodes: ids.map(String) } },
      }),
    );
  return {
    assets: {
      items: itemsOf(row.assets),
      onAdd: (ids: (string | number)[]) =>
        changed(
          http.call('PATCH /api/v1/accounts/change-secret/:id/asset/add/', {
            ...{ params, body: { assets: ids.map(String) } },
          }),
        ),
      onRemove: (one: string | number) =>
        changed(
          http.call('PATCH /api/v1/accounts/change-secret/:id/asset/remove/', {
            ...{ params, body: { assets: [String(one)] } },
          }),
        ),
    },
    nodes: {
      items: itemsOf(row.nodes),
      onAdd: (ids: (string | number)[]) => nodes('add', ids),
      onRemove: (one: string | number) => nodes('remove', [one]),
    },
  };
};

/** The assets that a plan is about, and what it names of them. */
export function ChangePlanAssets({ detail }: { detail: Detail }) {
  const { t } = useTranslation('resources');
  const routes = useRouteNames();
  const { isRoot } = useSession();
  const canEdit = useCan()('accounts.change_changesecretautomation') && !isRoot;
  const links = useLinks(detail);
  const slots: ListSlots<typeof asset> = {
    mode: assetsOfChangePlanList,
    columns: { name: { card: 'title' }, address: { card: 'fact' } },
    createActions: () => [],
    rowActions: () => [],
    detailPath: (row) => routes.path('AssetDetail', { id: row.id }),
  };
  // Another list whenever the plan names something else.
  const named = [...detail.row.assets, ...detail.row.nodes].map(({ id }) => id).join();
  return (
    <div className={styles.columns}>
      <EmbeddedList
        key={named}
        name="ChangePlanAssets"
        url={`/api/v1/accounts/change-secret/${detail.id}/assets/`}
        slots={slots}
      />
      <div className={styles.stack}>
        <RelationCard
          title={t('asset.titles')}
          optionsUrl="/api/v1/assets/assets/"
          params={{ change_secret_enabled: true }}
          canEdit={canEdit}
          {...links.assets}
        />
        <RelationCard
          title={t('node.nodes')}
          optionsUrl="/api/v1/assets/nodes/"
          canEdit={canEdit}
          {...links.nodes}
        />
      </div>
    </div>
  );
}
