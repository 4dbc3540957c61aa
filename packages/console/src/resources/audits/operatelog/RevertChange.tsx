import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Consequences } from '../../../engine/detail/Consequences.tsx';
import { DiffTable } from '../../../engine/detail/DiffDialog.tsx';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import styles from './operatelog.module.css';

/** Puts settings back to what they were before the change of an entry, or says why that is not possible. */
export function RevertChange({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const confirm = useConfirm();
  const notify = useNotify();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const preview = useQuery({
    queryKey: ['revert', id],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/settings/changes/:id/', { params: { id }, signal, disableFlashErrorMsg: true }),
    // What it would do depends on what is stored now.
    gcTime: 0,
  });
  if (!preview.data?.is_setting) return null;
  const { can_revert: canRevert, reason, left, diff, consequences } = preview.data;
  if (!canRevert) return reason ? <span className={styles.reason}>{reason}</span> : null;
  const ask = () =>
    confirm({
      title: t('log.revertTitle'),
      body: (
        <>
          <DiffTable rows={diff} heads={[t('log.now'), t('log.then')]} />
          <Consequences of={consequences} />
          {left.length > 0 && <p className="t3">{t('log.left', { names: left.join(', ') })}</p>}
        </>
      ),
      okText: t('log.revert'),
      danger: consequences.length > 0,
      focusCancel: consequences.length > 0,
    });
  const revert = async () => {
    if (!(await ask())) return;
    setIsBusy(true);
    try {
      const { waits } = await http.call('POST /api/v1/settings/changes/:id/revert/', { params: { id } });
      notify.success(t(waits ? 'log.revertWaits' : 'log.reverted'));
      onDone();
    } catch {
      // The request layer has reported the error; the preview tells the present state.
      await preview.refetch();
    } finally {
      setIsBusy(false);
      await client.invalidateQueries({ queryKey: ['settings'] });
    }
  };
  return (
    <Button loading={isBusy} onClick={() => void revert()}>
      {t('log.revert')}
    </Button>
  );
}
