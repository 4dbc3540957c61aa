import { useTranslation } from 'react-i18next';
import { ResourceList } from '../../../engine/list/ResourceList.tsx';
import { useListController } from '../../../engine/list/useListController.ts';
import { useUrlState } from '../../../engine/list/useListState.ts';
import { PageFrame } from '../../../platform/page/PageFrame.tsx';
import { TabLine } from '../../../platform/page/TabLine.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useSessionSlots } from './useSessionSlots.tsx';

const OFFLINE = 'offlinelist';

/** Running and finished sessions. */
export function SessionListPage({ url, name }: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const state = useUrlState();
  const tab = state.query.activeTab ?? state.query.activeMenu ?? '';
  const isFinished = tab.toLowerCase() === OFFLINE;
  const slots = useSessionSlots({ isFinished });
  const list = useListController({
    name: `${name}List_${isFinished ? 'offline' : 'online'}`,
    url,
    state,
    slots,
  });
  const count = list.countExactly ? undefined : list.total;
  const tabs = [
    { key: 'OnlineList', label: t('session.online'), count: isFinished ? undefined : count },
    { key: 'OfflineList', label: t('session.offline'), count: isFinished ? count : undefined },
  ];
  return (
    <PageFrame
      fill
      tabs={
        <TabLine
          bare
          tabs={tabs}
          active={isFinished ? 'OfflineList' : 'OnlineList'}
          onPick={(activeTab) => state.patch({ activeTab, activeMenu: undefined })}
        />
      }
    >
      <ResourceList list={list} routes={name} isMain />
    </PageFrame>
  );
}
