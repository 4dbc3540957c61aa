import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textOf } from '../../../engine/resource/row.ts';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { joined } from '../../../platform/i18n/joined.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { Failed } from '../../../platform/page/Failed.tsx';
import { AccountsFact } from '../../../resources/perms/assetpermission/permissionCells.tsx';
import { StateText } from '../../../resources/tickets/ticket/StateText.tsx';
import { stateOf, type Ticket } from '../../../resources/tickets/ticket/ticket.ts';
import styles from '../../../resources/tickets/tickets.module.css';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import { readable } from '../../../theme/text/identity.ts';
import { Mono } from '../../../theme/text/Mono.tsx';
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
      await http.call(`PUT ${url}bulk/`, { query: { action }, body });
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

/** What an access request asks for. */
const requestOf = (row: ChosenTicket): Record<string, ReactNode> => ({
  assets: joined((row.rel_snapshot.apply_assets ?? []).map(readable)),
  nodes: textOf(row.rel_snapshot.apply_nodes),
  accounts: row.apply_accounts?.length ? <AccountsFact value={row.apply_accounts} /> : null,
  actions: textOf(row.apply_actions),
  period: row.apply_date_start ? <Period start={row.apply_date_start} end={row.apply_date_expired} /> : null,
});

const mono = (text: string | undefined) => text && <Mono>{text}</Mono>;

/** The command that waits, and why it does not tell all that may run. */
function CommandText({ names }: { names: ChosenTicket['rel_snapshot'] }) {
  const { t } = useTranslation('tickets');
  const { apply_run_command: command, apply_run_doubt: doubt } = names;
  return (
    <>
      {mono(command)}
      {doubt && <p className={styles.doubt}>{t(`confirm.doubt.${doubt}`)}</p>}
    </>
  );
}

/** What waits for a confirmation. */
const waitingOf = ({ type, rel_snapshot: names }: ChosenTicket): Record<string, ReactNode> => {
  if (type.value === 'login_confirm')
    return { address: mono([names.apply_login_ip, names.apply_login_city].filter(Boolean).join(' ')) };
  const asset = names.apply_login_asset ?? names.apply_run_asset ?? '';
  const target = { assets: readable(asset), accounts: names.account };
  return type.value === 'login_asset_confirm'
    ? { ...target, address: mono(names.apply_login_ip) }
    : { ...target, command: <CommandText names={names} />, filter: names.apply_from_cmd_filter_acl };
};

/** A selected ticket: applicant and request. */
function Chosen({ row }: { row: ChosenTicket }) {
  const { t } = useTranslation('tickets');
  const facts: Record<string, ReactNode> = {
    applicant: readable(row.rel_snapshot.applicant || textOf(row.applicant)),
    ...(row.type.value === 'apply_asset' ? requestOf(row) : waitingOf(row)),
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
