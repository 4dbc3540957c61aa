import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Dash } from '../../theme/text/Dash.tsx';
import { OverflowText } from '../../theme/text/OverflowText.tsx';
import styles from './NameCell.module.css';

/** The name of a row: a link to its page, a button that opens the row in a dialog, or plain text. */
export function NameCell(props: {
  text: string;
  to: string | undefined;
  icon?: ReactNode;
  after?: ReactNode;
  /** Opens the row in a dialog; used only if `to` is undefined. */
  onOpen?: (() => void) | undefined;
}) {
  const { text, to, icon, after, onOpen } = props;
  if (!text) return <Dash />;
  return (
    <span className={styles.name}>
      {icon}
      {to ? (
        <Link to={to} className={styles.link} data-row-link="">
          <OverflowText>{text}</OverflowText>
        </Link>
      ) : onOpen ? (
        <button type="button" className={styles.open} data-row-link="" onClick={onOpen}>
          <OverflowText>{text}</OverflowText>
        </button>
      ) : (
        <OverflowText>{text}</OverflowText>
      )}
      {after}
    </span>
  );
}
