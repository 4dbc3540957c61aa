import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SecretCell } from '../../../engine/cells/SecretCell.tsx';
import type { Column } from '../../../engine/table/Column.ts';
import { DataTable } from '../../../engine/table/DataTable.tsx';
import { useHttp } from '../../../platform/Platform.tsx';
import { TimeText } from '../../../theme/text/TimeText.tsx';

type Version = { id: number; secret: string | null; version: number; history_date: string };

/** Earlier secrets of an account, newest first; at most 100. */
export function SecretHistory({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const { data, isPending } = useQuery({
    queryKey: ['secretHistory', id],
    queryFn: ({ signal }) =>
      http.pageOf('GET /api/v1/accounts/account-secrets/:id/histories/', {
        params: { id },
        query: { limit: 100, offset: 0 },
        signal,
      }),
    // The secrets leave memory as soon as they are no longer shown.
    gcTime: 0,
  });
  const columns: Column<Version>[] = [
    {
      name: 'version',
      title: t('account.version'),
      width: 90,
      align: 'right',
      render: (row) => <span className="num">{row.version}</span>,
    },
    {
      name: 'secret',
      title: t('account.secret'),
      width: 240,
      render: (row) => (
        <SecretCell
          name={`${name} v${row.version}`}
          canDownload={false}
          read={async () => row.secret ?? ''}
        />
      ),
    },
    {
      name: 'date',
      title: t('account.changed'),
      width: 180,
      render: (row) => <TimeText value={row.history_date} />,
    },
  ];
  return (
    <div style={{ display: 'flex', maxHeight: '50vh' }}>
      <DataTable
        label={t('account.history')}
        compact
        columns={columns}
        rows={data?.results ?? []}
        rowName={(row) => `v${row.version}`}
        loading={isPending ? 'skeleton' : undefined}
      />
    </div>
  );
}
