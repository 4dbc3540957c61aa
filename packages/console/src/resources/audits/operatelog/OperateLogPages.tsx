import DiffOutlined from '@ant-design/icons/DiffOutlined';
import { operateLogDetail, operateLogList } from '@gatehouse/contract/layouts/audits/operatelog.ts';
import type { operatelog } from '@gatehouse/contract/resources/audits/operatelog.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NamedCell } from '../../../engine/cells/textCells.tsx';
import type { DetailSlots } from '../../../engine/detail/DetailSlots.ts';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { MomentCell, OperationCell } from '../logCells.tsx';
import { type Operation, OperationDiff } from './OperationDiff.tsx';

/** Who changed what. */
export function OperateLogListPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const [opened, setOpened] = useState<Operation>();
  const slots: ListSlots<typeof operatelog> = {
    columns: {
      user: { Cell: NamedCell },
      action: { Cell: OperationCell, card: 'state' },
      resource: { width: 240, card: 'title' },
      datetime: { Cell: MomentCell, card: 'time' },
    },
    rowActions: (row) => [{ name: 'view', title: t('log.view'), onRun: () => setOpened(row) }],
    createActions: () => [],
    moreActions: () => [],
    // Pages link to the operations on one row.
    searchOptions: [{ key: 'resource_id', label: t('log.resourceId'), type: 'string' }],
    mode: operateLogList,
  };
  return (
    <>
      <ResourceListPage {...props} slots={slots} />
      {opened && <OperationDiff row={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** One operation with its change. */
export function OperateLogDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const [opened, setOpened] = useState<Operation>();
  const slots: DetailSlots<typeof operatelog> = {
    layout: operateLogDetail,
    cells: { user: NamedCell, action: OperationCell, datetime: MomentCell },
    quickActions: ({ row }) => [
      {
        name: 'diff',
        title: t('log.changes'),
        icon: <DiffOutlined />,
        button: t('log.view'),
        onRun: () => setOpened(row),
      },
    ],
    actions: () => [],
    hasActivity: false,
  };
  return (
    <>
      <ResourceDetailPage {...props} slots={slots} />
      {opened && <OperationDiff row={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
