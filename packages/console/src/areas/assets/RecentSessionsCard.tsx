import type { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { AccountTextCell } from '../../engine/cells/textCells.tsx';
import type { Column } from '../../engine/table/Column.ts';
import { DataTable } from '../../engine/table/DataTable.tsx';
import { useHttp } from '../../platform/Platform.tsx';
import { nameOfSession, type Session } from '../../resources/terminal/session/Session.ts';
import {
  DurationCell,
  ProtocolCell,
  SESSIONS_URL,
  SessionState,
  SessionUserCell,
} from '../../resources/terminal/session/sessionCells.tsx';
import { Card } from '../../theme/state/Card.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';

const SHOWN = 3;

const useColumns = (): Column<Session>[] => {
  const { t } = useTranslation('resources');
  return [
    { name: 'user', title: t('user.title'), width: 150, render: (row) => <SessionUserCell row={row} /> },
    {
      name: 'account',
      title: t('account.title'),
      width: 120,
      render: (row) => <AccountTextCell value={row.account} />,
    },
    {
      name: 'protocol',
      title: t('session.protocol'),
      width: 90,
      render: (row) => <ProtocolCell value={row.protocol} />,
    },
    {
      name: 'start',
      title: t('session.started'),
      width: 150,
      render: (row) => <TimeText value={row.date_start} />,
    },
    {
      name: 'duration',
      title: t('session.duration'),
      width: 90,
      align: 'right',
      render: (row) => <DurationCell value={row.duration} />,
    },
    { name: 'state', title: t('session.state'), width: 90, render: (row) => <SessionState row={row} /> },
  ];
};

/** The latest sessions on an asset; nothing while there are none. */
export function RecentSessionsCard({ asset }: { asset: string }) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const { search } = useLocation();
  const columns = useColumns();
  const { data: rows = [] } = useQuery({
    queryKey: ['recentSessions', asset],
    queryFn: async ({ signal }) => {
      const params = { asset_id: asset, order: '-date_start', limit: SHOWN, offset: 0 };
      return (await http.page<typeof session>(SESSIONS_URL, { params, signal, disableFlashErrorMsg: true }))
        .results;
    },
  });
  if (rows.length === 0) return null;
  const all = { search, hash: 'Sessions' };
  return (
    <Card title={t('session.recent')} extra={<Link to={all}>{t('session.all')}</Link>} flush>
      <DataTable label={t('session.recent')} columns={columns} rows={rows} rowName={nameOfSession} />
    </Card>
  );
}
