import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { operatelog } from '@gatehouse/contract/resources/audits/operatelog.ts';
import { useTranslation } from 'react-i18next';
import { NamedCell } from '../../../engine/cells/textCells.tsx';
import { DiffDialog } from '../../../engine/detail/DiffDialog.tsx';
import { FactList } from '../../../engine/detail/FactsCard.tsx';
import { rowUrl, withQuery } from '../../../engine/resource/url.ts';
import { Mono } from '../../../theme/text/Mono.tsx';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import { RevertChange } from './RevertChange.tsx';

/** Address of the operate log. */
export const OPERATIONS_URL = '/api/v1/audits/operate-logs/';

/** An entry of the operate log. */
export type Operation = RowOf<typeof operatelog>;

/** Facts about an operation, and the change it made. */
export function OperationDiff({ row, onClose }: { row: Operation; onClose: () => void }) {
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
      url={withQuery(rowUrl(OPERATIONS_URL, row.id), { type: 'action_detail' })}
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
