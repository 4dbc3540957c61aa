import type { SettingProposal } from '@gatehouse/contract/calls/settingProposals.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Consequences } from '../../../engine/detail/Consequences.tsx';
import { DiffTable } from '../../../engine/detail/DiffDialog.tsx';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import styles from './Proposals.module.css';

const key = ['settings', 'proposals'];

const useDecision = ({ id, is_own: isOwn, diff, consequences }: SettingProposal) => {
  const { t } = useTranslation('settings');
  const http = useHttp();
  const confirm = useConfirm();
  const notify = useNotify();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const act = async (send: () => Promise<unknown>, done: string) => {
    setIsBusy(true);
    try {
      await send();
      notify.success(done);
    } catch {
      // The request layer has reported the error; the list tells the present state.
    } finally {
      setIsBusy(false);
      await client.invalidateQueries({ queryKey: ['settings'] });
    }
  };
  const accept = async () => {
    const body = (
      <>
        <DiffTable rows={diff} />
        <Consequences of={consequences} />
      </>
    );
    const isRisky = consequences.length > 0;
    const texts = { title: t('proposal.title'), body, okText: t('proposal.confirm') };
    if (!(await confirm({ ...texts, danger: isRisky, focusCancel: isRisky }))) return;
    await act(
      () => http.call('POST /api/v1/settings/proposals/:id/confirm/', { params: { id } }),
      t('saved'),
    );
  };
  const refuse = () =>
    act(
      () => http.call('POST /api/v1/settings/proposals/:id/refuse/', { params: { id } }),
      t(isOwn ? 'proposal.withdrawn' : 'proposal.refused'),
    );
  return { isBusy, accept, refuse };
};

function Waiting({ proposal }: { proposal: SettingProposal }) {
  const { t } = useTranslation('settings');
  const { isBusy, accept, refuse } = useDecision(proposal);
  const { is_own: isOwn, reason } = proposal;
  return (
    <li>
      <h3>{t('proposal.by', { title: proposal.title, name: proposal.proposed_by })}</h3>
      <DiffTable rows={proposal.diff} title={proposal.title} />
      {reason && <p role="note">{reason}</p>}
      <div className={styles.acts}>
        <span>
          {t('proposal.until')} <TimeText value={proposal.date_expired} />
        </span>
        <Button disabled={isBusy} onClick={() => void refuse()}>
          {t(isOwn ? 'proposal.withdraw' : 'proposal.refuse')}
        </Button>
        {!isOwn && !reason && (
          <Button type="primary" disabled={isBusy} onClick={() => void accept()}>
            {t('proposal.confirm')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Changes of security settings that wait for a second person: those of a category, or all. */
export function Proposals({ category }: { category?: string }) {
  const { t } = useTranslation('settings');
  const http = useHttp();
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/settings/proposals/', { signal, disableFlashErrorMsg: true }),
  });
  const shown = (data ?? []).filter((proposal) => category === undefined || proposal.category === category);
  if (shown.length === 0) return null;
  return (
    <section className={styles.waiting} aria-label={t('proposal.waiting')}>
      <h2>{t('proposal.waiting')}</h2>
      <ul>
        {shown.map((proposal) => (
          <Waiting key={proposal.id} proposal={proposal} />
        ))}
      </ul>
    </section>
  );
}
