import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session/useSession.ts';
import { formatLength } from '../../platform/time/length.ts';
import { currentStep, type Step, shortName, stepsOf } from '../../resources/tickets/ticket/process.ts';
import { levelLook, stateLooks } from '../../resources/tickets/ticket/StateText.tsx';
import {
  type ConfirmationTicket,
  isOpen,
  stateOf,
  type TicketState,
} from '../../resources/tickets/ticket/ticket.ts';
import { Avatar } from '../../theme/icon/Avatar.tsx';
import { Glyph, type GlyphName, type StatusKind } from '../../theme/icon/Glyph.tsx';
import { Card } from '../../theme/state/Card.tsx';
import status from '../../theme/tag/status.module.css';
import { TimeText } from '../../theme/text/TimeText.tsx';
import styles from './tickets.module.css';

/** Maximum number of approvers named before the list is opened. */
const MOST_NAMED = 4;

type Look = { kind: StatusKind; glyph?: GlyphName };

function Stage(props: { look: Look; isCurrent?: boolean; title: string; children?: ReactNode }) {
  const { look, isCurrent, title, children } = props;
  return (
    <li className={styles.stage} aria-current={isCurrent ? 'step' : undefined}>
      <span className={`${styles.mark} ${status[look.kind]}`}>
        <Glyph name={look.glyph ?? look.kind} />
      </span>
      <div className={styles.decision}>
        <b>{title}</b>
        {children}
      </div>
    </li>
  );
}

function Doer({ name, at }: { name: string; at: string }) {
  return (
    <div className="sm t3">
      {name && `${name} · `}
      <TimeText value={at} />
    </div>
  );
}

/** The users who may decide a level; a long list opens on demand. */
function Approvers({ step }: { step: Step }) {
  const { t } = useTranslation('tickets');
  const { profile } = useSession();
  const [isWhole, setWhole] = useState(false);
  const people = step.assignees_display.map((name, at) => ({
    id: step.assignees[at],
    name: shortName(name),
  }));
  const shown = isWhole ? people : people.slice(0, MOST_NAMED);
  return (
    <>
      {people.length > 1 && <div className="sm t3">{t('step.anyOf', { count: people.length })}</div>}
      <ul className={styles.people}>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <Avatar name={name} size={18} />
            {id === profile?.id ? t('step.you') : name}
          </li>
        ))}
      </ul>
      {shown.length < people.length && (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          {t('step.all', { count: people.length })}
        </Button>
      )}
    </>
  );
}

function Level({ step, isCurrent }: { step: Step; isCurrent: boolean }) {
  const { t } = useTranslation('tickets');
  const level = step.approval_level;
  if (step.state !== 'pending') {
    return (
      <Stage look={levelLook(step.state)} title={t(`step.${step.state}`, { level })}>
        {/* The server names the applicant whichever participant closed it: better no name than the wrong
           one. */}
        <Doer
          name={step.state === 'closed' ? '' : shortName(step.processor_display)}
          at={step.approval_date}
        />
      </Stage>
    );
  }
  return (
    <Stage
      look={stateLooks[isCurrent ? 'pending' : 'closed']}
      isCurrent={isCurrent}
      title={t(isCurrent ? 'step.waiting' : 'step.next', { level })}
    >
      <Approvers step={step} />
    </Stage>
  );
}

/** How long a decided ticket waited. */
function Waited({ seconds }: { seconds: number }) {
  const { t, i18n } = useTranslation('tickets');
  const length = formatLength(seconds * 1000, i18n.language);
  return <div className="sm t3">{seconds < 60 ? t('step.atOnce') : t('step.waited', { length })}</div>;
}

type Shown = Pick<
  ConfirmationTicket,
  | 'applicant'
  | 'date_created'
  | 'date_updated'
  | 'decided_after'
  | 'state'
  | 'status'
  | 'process_map'
  | 'approval_step'
>;

/** The steps of a ticket: opened, each level, and the outcome with the time it took. */
export function Steps({ row, kind = 'access' }: { row: Shown; kind?: 'access' | 'confirm' }) {
  const { t } = useTranslation('tickets');
  const word = (key: TicketState | 'atOnce') =>
    kind === 'access' ? t(`outcome.${key}`) : t(`confirm.outcome.${key}`);
  const current = currentStep(row);
  const outcome = stateOf(row);
  return (
    <Card title={t('approval')} className={styles.steps}>
      <ol className={styles.stages}>
        <Stage look={stateLooks.approved} title={t('step.opened')}>
          <Doer name={shortName(row.applicant)} at={row.date_created} />
        </Stage>
        {stepsOf(row).map((step) => (
          <Level key={step.approval_level} step={step} isCurrent={step === current} />
        ))}
        <Stage look={isOpen(row) ? stateLooks.closed : stateLooks[outcome]} title={word(outcome)}>
          {isOpen(row) ? (
            <div className="sm t3">{word('atOnce')}</div>
          ) : (
            <>
              <div className="sm t3">
                <TimeText value={row.date_updated} />
              </div>
              {row.decided_after !== null && <Waited seconds={row.decided_after} />}
            </>
          )}
        </Stage>
      </ol>
    </Card>
  );
}
