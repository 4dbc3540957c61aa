import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isEmptyValue, type Row, textOf } from '../../engine/resource/row.ts';
import { withQuery } from '../../engine/resource/url.ts';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { Dash } from '../../theme/Dash.tsx';
import { SkeletonRows } from '../../theme/SkeletonRows.tsx';
import { TimeText } from '../../theme/TimeText.tsx';
import { AccountsFact } from '../perms/assetpermission/permissionCells.tsx';
import { StateText } from './StateText.tsx';
import { stateOf } from './ticket.ts';
import styles from './tickets.module.css';
import { batchesOf, useChosen } from './useChosen.ts';

type Verdict = 'approve' | 'reject';

const isWaiting = (row: Row) => stateOf(row) === 'pending';

/** Decides tickets as they were shown: who looks at an earlier state than one of them is in decides nothing by it. */
const useDecideAll = () => {
  const http = useHttp();
  return async (shown: readonly Row[], action: Verdict) => {
    for (const { url, rows } of batchesOf(shown))
      await http.put(withQuery(`${url}bulk/`, { action }), {
        tickets: rows.map(({ id }) => id),
        seen: Object.fromEntries(rows.map(({ id, date_updated }) => [id, date_updated])),
      });
  };
};

function Period({ row }: { row: Row }) {
  return (
    <>
      <TimeText value={textOf(row.apply_date_start)} absolute /> –{' '}
      <TimeText value={textOf(row.apply_date_expired)} absolute />
    </>
  );
}

/** One of the chosen tickets: who asks, and for what. */
function Chosen({ row }: { row: Row }) {
  const { t } = useTranslation('tickets');
  const names = (row.rel_snapshot ?? {}) as Record<string, unknown>;
  const facts: Record<string, ReactNode> = {
    applicant: textOf(names.applicant) || textOf(row.applicant),
    assets: textOf(names.apply_assets),
    nodes: textOf(names.apply_nodes),
    accounts: isEmptyValue(row.apply_accounts) ? null : <AccountsFact value={row.apply_accounts} />,
    actions: textOf(row.apply_actions),
    period: isEmptyValue(row.apply_date_start) ? null : <Period row={row} />,
  };
  return (
    <li className={styles.chosen}>
      <h3>
        <span className="ell">
          {t('batch.heading', { title: textOf(row.title), type: textOf(row.type) })}
        </span>
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

/** Approves or rejects the chosen tickets together; those decided already are left as they are. */
export function BatchDialog(props: { rows: readonly Row[]; onClose: () => void; onDecided: () => void }) {
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
      // The request layer has told the person; the tickets stay chosen for another try, as they are now.
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
      title={t('batch.title')}
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
