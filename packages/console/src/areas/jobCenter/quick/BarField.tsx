import { type ReactNode, useId } from 'react';
import styles from './quick.module.css';

/** A labelled field in the bar above a run. */
export function BarField({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <span className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </span>
  );
}
