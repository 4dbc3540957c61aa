import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { filtersOf } from '../../engine/list/listQuery.ts';
import { useUrlState } from '../../engine/list/useListState.ts';
import styles from '../../engine/tree/Tree.module.css';
import { Tree } from '../../engine/tree/Tree.tsx';
import { TreeListLayout } from '../../engine/tree/TreeListLayout.tsx';
import { linesOf, type TreeLine, treeOf } from '../../engine/tree/treeModel.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { CommandsTable } from './CommandsPanel.tsx';

const STORAGE_KEY = 'command_storage_id';

/** Command storages, each with its number of matching commands. */
const useStorages = (filters: Record<string, string>) => {
  const http = useHttp();
  const { data = [] } = useQuery({
    queryKey: ['commandStorages', filters],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/terminal/command-storages/tree/', {
        query: { real: 1, ...filters },
        signal,
        disableFlashErrorMsg: true,
      }),
    placeholderData: keepPreviousData,
  });
  return data;
};

/** Commands of all sessions; each storage has its own list. */
export function CommandListPage(_: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const { t: common } = useTranslation('common');
  const notify = useNotify();
  const state = useUrlState();
  const storages = useStorages(filtersOf(state.query, [STORAGE_KEY]));
  const usable = storages.filter(({ pId, valid }) => pId !== '' && valid !== false);
  const chosen = state.query[STORAGE_KEY] ?? usable[0]?.id;
  const pick = ({ node }: TreeLine) => {
    if (node.pId === '') return;
    if ((node as TreeNode).valid === false) notify.error(common('error.esUnavailable'));
    else state.patch({ [STORAGE_KEY]: node.id });
  };
  const table = (
    <CommandsTable
      name="CommandList"
      params={{ [STORAGE_KEY]: chosen, order: state.query.order ?? '-timestamp' }}
      state={state}
      isMain
    />
  );
  if (usable.length < 2) return <PageFrame fill>{table}</PageFrame>;
  const tree = treeOf(storages);
  const roots = new Set(storages.map(({ id }) => id));
  return (
    <PageFrame fill>
      <TreeListLayout
        tree={() => (
          <section className={styles.panel} aria-label={t('command.storages')} style={{ height: '100%' }}>
            <div className={styles.body}>
              <Tree
                label={t('command.storages')}
                lines={linesOf(tree, roots)}
                canOpen={() => false}
                onToggle={() => undefined}
                selected={chosen}
                onSelect={pick}
              />
            </div>
          </section>
        )}
        list={() => table}
      />
    </PageFrame>
  );
}
