import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import type { operatelog } from '@gatehouse/contract/resources/audits/operatelog.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../engine/list/rowsOf.ts';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { useHttp } from '../../platform/Platform.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { useCan } from '../../platform/session/useSession.ts';
import {
  OPERATIONS_URL,
  type Operation,
  OperationDiff,
} from '../../resources/audits/operatelog/OperationDiff.tsx';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { readable } from '../../theme/text/identity.ts';
import { TimeText } from '../../theme/text/TimeText.tsx';
import styles from './settings.module.css';

/** Number of changes that the dialog lists. */
const SHOWN = 20;

function ChangesDialog({ category, onClose }: { category: string; onClose: () => void }) {
  const { t } = useTranslation(['settings', 'common']);
  const http = useHttp();
  const [opened, setOpened] = useState<Operation>();
  const query = useQuery({
    queryKey: ['settings', category, 'changes'],
    queryFn: ({ signal }) =>
      http.page<typeof operatelog>(OPERATIONS_URL, {
        params: { resource_id: category, limit: SHOWN, offset: 0 },
        signal,
        disableFlashErrorMsg: true,
      }),
  });
  const { rows, total } = rowsOf(query.data);
  return (
    <Modal open width={560} title={t('changes.title')} onCancel={onClose} footer={null}>
      <p className="t3">{t('changes.where')}</p>
      {query.isPending && <SkeletonRows rows={4} columns={2} />}
      {query.error && <Failed query={query} />}
      {query.data && rows.length === 0 && <EmptyState title={t('changes.none')} />}
      <ul className={styles.rows}>
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              {readable(row.user)}{' '}
              <span className="t3">
                <TimeText value={row.datetime} relative />
              </span>
            </span>
            <Button size="small" onClick={() => setOpened(row)}>
              {t('changes.view')}
            </Button>
          </li>
        ))}
      </ul>
      {total > rows.length && <p className="t3">{t('changes.more', { count: total - rows.length })}</p>}
      {opened && <OperationDiff row={opened} onClose={() => setOpened(undefined)} />}
    </Modal>
  );
}

/** Opens the changes to a category of settings, taken from the operate log, if the user may read that. */
export function ChangeLog({ category }: { category: string }) {
  const { t } = useTranslation('settings');
  const can = useCan();
  const [isOpen, setIsOpen] = useState(false);
  if (!can('audits.view_operatelog')) return null;
  return (
    <div className={styles.log}>
      <Button type="text" size="small" icon={<HistoryOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('changes.open')}
      </Button>
      {isOpen && <ChangesDialog category={category} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
