import DiffOutlined from '@ant-design/icons/DiffOutlined';
import { operateLogDetail, operateLogList } from '@gatehouse/contract/layouts/audits/operatelog.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { operatelog } from '@gatehouse/contract/resources/audits/operatelog.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NamedCell } from '../../../engine/cells/textCells.tsx';
import type { DetailSlots } from '../../../engine/detail/DetailSlots.ts';
import { DiffDialog } from '../../../engine/detail/DiffDialog.tsx';
import { FactList } from '../../../engine/detail/FactsCard.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../../engine/pages/ResourceListPage.tsx';
import { rowUrl, withQuery } from '../../../engine/resource/url.ts';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { Mono } from '../../../theme/text/Mono.tsx';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import { MomentCell, OperationCell } from '../logCells.tsx';
import { RevertChange } from './RevertChange.tsx';

const URL = '/api/v1/audits/operate-logs/';

type Operation = RowOf<typeof operatelog>;

/** Facts about an operation, and the change it made. */
function OperationDiff({ row, onClose }: { row: Operation; onClose: () => void }) {
  const { t } = useTranslation('resources');
  const facts = [
    {
      name: 'resource',
      label: t('log.resource'),
      value: `${row.resource} · ${row.resource_type}`,
    },
    { name: 'user', label: t('user.title'), value: <NamedCell value={row.user} /> },
    { name: 'time', label: t('log.time'), value: <TimeText value={row.datetime} /> },
    { name: 'from', label: t('log.from'), value: <Mono>{row.remote_addr || '–'}</Mono> },
  ];
  return (
    <DiffDialog
      url={withQuery(rowUrl(URL, row.id), { type: 'action_detail' })}
      head={
        <div style={{ paddingBottom: 14 }}>
          <FactList facts={facts} />
        </div>
      }
      actions={row.action?.value === 'update' && <RevertChange id={row.id} onDone={onClose} />}
      onClose={onClose}
    />
  );
}

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
