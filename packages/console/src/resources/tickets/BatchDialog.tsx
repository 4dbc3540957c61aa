import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Row, textOf } from '../../engine/resource/row.ts';
import { withQuery } from '../../engine/resource/url.ts';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { Dash } from '../../theme/Dash.tsx';
import { StateText } from './StateText.tsx';
import { stateOf, ticketUrl } from './ticket.ts';
import styles from './tickets.module.css';

type Verdict = 'approve' | 'reject';

const isWaiting = (row: Row) => stateOf(row) === 'pending';

/** Decides tickets of several types: one request for each type. */
const useDecideAll = () => {
  const http = useHttp();
  return async (rows: readonly Row[], action: Verdict) => {
    const byUrl = Map.groupBy(rows, ticketUrl);
    for (const [url, tickets] of byUrl)
      await http.put(withQuery(`${url}bulk/`, { action }), { tickets: tickets.map(({ id }) => id) });
  };
};

/** One of the chosen tickets: who asks, and for what. */
function Chosen({ row }: { row: Row }) {
  const { t } = useTranslation('tickets');
  const names = (row.rel_snapshot ?? {}) as Record<string, unknown>;
  const facts: [label: string, text: string][] = [
    [t('fact.applicant'), textOf(names.applicant) || textOf(row.applicant)],
    [t('fact.assets'), textOf(names.apply_assets)],
    [t('fact.nodes'), textOf(names.apply_nodes)],
  ];
  return (
    <li className={styles.chosen}>
      <h3>
        <span className="ell">
          {t('batch.heading', { title: textOf(row.title), type: textOf(row.type) })}
        </span>
        <StateText row={row} />
      </h3>
      <dl className={styles.facts}>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text || <Dash />}</dd>
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
  const waiting = props.rows.filter(isWaiting);
  const count = waiting.length;
  const run = async (verdict: Verdict) => {
    setRunning(verdict);
    try {
      await decide(waiting, verdict);
      notify.success(t(`batch.done.${verdict}`, { count }));
      props.onDecided();
    } catch {
      // The request layer has told the person; the tickets stay chosen for another try.
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
      {count < props.rows.length && <p className="md t2">{t('batch.some', { count })}</p>}
      <ul className={styles.chosenList}>
        {props.rows.map((row) => (
          <Chosen key={row.id} row={row} />
        ))}
      </ul>
    </Modal>
  );
}
