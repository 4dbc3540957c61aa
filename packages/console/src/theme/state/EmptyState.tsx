import type { ReactNode } from 'react';
import { GateArt } from '../icon/GateArt.tsx';
import styles from './EmptyState.module.css';

/** An empty state: what it means, and what to do next. Without an icon or `art`, it shows the open gate. */
export function EmptyState(props: {
  /** A custom drawing. */
  art?: ReactNode;
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      {props.icon ? (
        <span className={styles.icon}>{props.icon}</span>
      ) : (
        (props.art ?? <GateArt open width={52} />)
      )}
      <strong>{props.title}</strong>
      {props.text && <div className={styles.text}>{props.text}</div>}
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
    </div>
  );
}
