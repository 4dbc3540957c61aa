import type { node } from '@gatehouse/contract/resources/assets/node.ts';
import { useTranslation } from 'react-i18next';
import { useTask } from '../../../engine/detail/useTask.ts';
import { rowUrl } from '../../../engine/resource/url.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { NODES_URL } from '../assetTree.ts';

/** What can be done with the assets of a node. */
export type AssetsVerb = 'add' | 'remove' | 'replace';

/** Calls that read or change the nodes of the asset tree. */
export const useNodeCalls = () => {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const notify = useNotify();
  const task = useTask();
  return {
    create: (id: string) =>
      http.call('POST /api/v1/assets/nodes/:id/children/', { params: { id }, body: {} }),
    rename: async (id: string, value: string) => {
      await http.change<typeof node>(NODES_URL, id, { value });
      notify.success(t('node.renamed', { name: value }));
    },
    remove: async (id: string, name: string) => {
      await http.delete(rowUrl(NODES_URL, id));
      notify.success(t('node.deleted', { name }));
    },
    move: async (target: string, ids: string[]) => {
      const params = { id: target };
      await http.call('PUT /api/v1/assets/nodes/:id/children/add/', { params, body: { nodes: ids } });
      notify.success(t('node.moved'));
    },
    assets: async (id: string, verb: AssetsVerb, ids: (string | number)[]) => {
      await http.call(`PUT /api/v1/assets/nodes/:id/assets/${verb}/`, {
        params: { id },
        body: { assets: ids },
      });
      notify.success(t('node.assetsDone', { count: ids.length }));
    },
    info: (id: string) => http.row<typeof node>(NODES_URL, id),
    work: (id: string, action: 'test' | 'refresh') => task(`${rowUrl(NODES_URL, id)}tasks/`, { action }),
    checkAmounts: () => task(`${NODES_URL}check_assets_amount_task/`, {}),
  };
};
