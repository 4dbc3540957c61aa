import type { Action } from '../../engine/action/Action.ts';
import type { ListController } from '../../engine/list/useListController.ts';
import type { Row } from '../../engine/resource/row.ts';
import { useHttp } from '../../platform/Platform.tsx';

/** Changes the zone of assets or gateways. */
export const useMoveAssets = (id: string) => {
  const http = useHttp();
  return {
    take: (rows: readonly Row[], url: string) =>
      http.patch(
        url,
        rows.map((row) => ({ id: row.id, domain: id })),
      ),
    drop: (rows: readonly Row[], url: string) =>
      http.patch(
        url,
        rows.map((row) => ({ id: row.id, domain: null })),
      ),
  };
};

/** Takes rows out of a zone, of its assets or its gateways. */
export const removal = (input: {
  title: string;
  can: boolean;
  reason: string;
  rows: readonly Row[];
  none: string;
  run: () => Promise<unknown>;
  list: ListController;
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
