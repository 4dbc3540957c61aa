import { useTranslation } from 'react-i18next';
import { type StateOf, stateLooks, useStateWord } from '../../resources/tickets/ticket/StateText.tsx';
import { stateOf, type Ticket } from '../../resources/tickets/ticket/ticket.ts';
import { CopyButton } from '../../theme/control/CopyButton.tsx';
import { Pill } from '../../theme/tag/Pill.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import styles from './tickets.module.css';

/** The state of a ticket, beside its title. */
export function State({ row }: { row: StateOf }) {
  const wordOf = useStateWord();
  return <Pill {...stateLooks[stateOf(row)]}>{wordOf(row)}</Pill>;
}

/** The number of a ticket, below its title. */
export function Serial({ row: { serial_num: number } }: { row: Pick<Ticket, 'serial_num'> }) {
  const { t } = useTranslation('tickets');
  return (
    <span className={styles.serial}>
      {t('number')} <Mono>{number}</Mono>
      <CopyButton text={number} />
    </span>
  );
}
