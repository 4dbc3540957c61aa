import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textOf } from '../../../engine/resource/row.ts';
import { withQuery } from '../../../engine/resource/url.ts';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { joined } from '../../../platform/i18n/joined.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { Failed } from '../../../platform/page/Failed.tsx';
import { AccountsFact } from '../../../resources/perms/assetpermission/permissionCells.tsx';
import { StateText } from '../../../resources/tickets/ticket/StateText.tsx';
import { REQUESTS_URL, stateOf, type Ticket } from '../../../resources/tickets/ticket/ticket.ts';
import styles from '../../../resources/tickets/tickets.module.css';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import { readable } from '../../../theme/text/identity.ts';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import { batchesOf, type ChosenTicket, useChosen } from './useChosen.ts';

type Verdict = 'approve' | 'reject';

const isWaiting = (row: ChosenTicket) => stateOf(row) === 'pending';

/** Decides tickets as shown: the server refuses a decision about a ticket that has changed since. */
const useDecideAll = () => {
  const http = useHttp();
  return async (shown: readonly ChosenTicket[], action: Verdict) => {
    for (const { url, rows } of batchesOf(shown)) {
      const body = {
        tickets: rows.map(({ id }) => id),
        seen: Object.fromEntries(rows.map(({ id, date_updated }) => [id, date_updated ?? ''])),
      };
      // Only access requests have a bulk call; for other types the server says that they cannot be decided
      // together.
      if (url === REQUESTS_URL)
        await http.call('PUT /api/v1/tickets/apply-asset-tickets/bulk/', { query: { action }, body });
      else await http.put(withQuery(`${url}bulk/`, { action }), body);
    }
  };
};

function Period({ start, end }: { start: string; end: string | undefined }) {
  return (
    <>
      <TimeText value={start} /> – <TimeText value={end} />
    </>
  );
}

/** A selected ticket: applicant and request. */
function Chosen({ row }: { row: ChosenTicket }) {
  const { t } = useTranslation('tickets');
  const names = row.rel_snapshot;
  const facts: Record<string, ReactNode> = {
    applicant: readable(names.applicant || textOf(row.applicant)),
    assets: joined((names.apply_assets ?? []).map(readable)),
    nodes: textOf(names.apply_nodes),
    accounts: row.apply_accounts?.length ? <AccountsFact value={row.apply_accounts} /> : null,
    actions: textOf(row.apply_actions),
    period: row.apply_date_start ? (
      <Period start={row.apply_date_start} end={row.apply_date_expired} />
    ) : null,
  };
  return (
    <li className={styles.chosen}>
      <h3>
        <span className="ell">{t('batch.heading', { title: row.title, type: row.type.label })}</span>
        <StateText row={row} />
      </h3>
      <dl className={styles.facts}>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{t(`fact.${name}`)}</dt>
            <dd>{value || <Dash />}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** Approves or rejects the selected tickets together, except those already decided. */
export function BatchDialog(props: { rows: readonly Ticket[]; onClose: () => void; onDecided: () => void }) {
  const { t } = useTranslation('tickets');
  const decide = useDecideAll();
  const notify = useNotify();
  const [running, setRunning] = useState<Verdict>();
  const chosen = useChosen(props.rows);
  const shown = chosen.data ?? [];
  const waiting = shown.filter(isWaiting);
  const count = waiting.length;
  const run = async (verdict: Verdict) => {
    setRunning(verdict);
    try {
      await decide(waiting, verdict);
      notify.success(t(`batch.done.${verdict}`, { count }));
      props.onDecided();
    } catch {
      // The request layer has reported the error; the tickets stay selected for a retry, with their current
      // state.
      void chosen.refetch();
    } finally {
      setRunning(undefined);
    }
  };
  const button = (verdict: Verdict) => ({
    disabled: count === 0 || (running !== undefined && running !== verdict),
    loading: running === verdict,
    onClick: () => void run(verdict),
    children: t(`batch.${verdict}`, { count }),
  });
  return (
    <Modal
      open
      width="70%"
      title={t('batch.decide', { count: props.rows.length })}
      onCancel={props.onClose}
      footer={
        <>
          <Button danger {...button('reject')} />
          <Button type="primary" {...button('approve')} />
        </>
      }
    >
      {chosen.data ? (
        <>
          {count < shown.length && <p className="md t2">{t('batch.some', { count })}</p>}
          <ul className={styles.chosenList}>
            {shown.map((row) => (
              <Chosen key={row.id} row={row} />
            ))}
          </ul>
        </>
      ) : chosen.error ? (
        <Failed query={chosen} />
      ) : (
        <SkeletonRows rows={props.rows.length} columns={2} />
      )}
    </Modal>
  );
}
