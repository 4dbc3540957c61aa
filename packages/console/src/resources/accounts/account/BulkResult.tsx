import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../engine/table/Column.ts';
import { DataTable } from '../../../engine/table/DataTable.tsx';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { OverflowText } from '../../../theme/text/OverflowText.tsx';

/** What happened on one asset. */
export type BulkRow = { asset: string; state: 'created' | 'updated' | 'skipped' | 'error'; error?: string };

const kinds = { created: 'ok', updated: 'ok', skipped: 'off', error: 'bad' } as const;

/** Shows what happened on each asset to which an account was added. */
export function BulkResult({ rows, onClose }: { rows: readonly BulkRow[]; onClose: () => void }) {
  const { t } = useTranslation('resources');
  const count = (state: BulkRow['state']) => rows.filter((row) => row.state === state).length;
  const columns: Column<BulkRow & { id: number }>[] = [
    {
      name: 'asset',
      title: t('account.asset'),
      width: 260,
      render: (row) => <OverflowText>{row.asset}</OverflowText>,
    },
    {
      name: 'state',
      title: t('account.state'),
      width: 320,
      render: (row) => (
        <StatusText kind={kinds[row.state]}>
          {row.error ? `${t(`account.states.${row.state}`)}: ${row.error}` : t(`account.states.${row.state}`)}
        </StatusText>
      ),
    },
  ];
  return (
    <Modal
      open
      width={700}
      title={t('account.bulkTitle')}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      <p className="md t2">
        {t('account.bulkCounts', {
          total: rows.length,
          created: count('created'),
          updated: count('updated'),
          skipped: count('skipped'),
          error: count('error'),
        })}
      </p>
      <div style={{ display: 'flex', maxHeight: '50vh' }}>
        <DataTable
          label={t('account.bulkTitle')}
          compact
          columns={columns}
          rows={rows.map((row, id) => ({ ...row, id }))}
          rowName={(row) => row.asset}
        />
      </div>
    </Modal>
  );
}
