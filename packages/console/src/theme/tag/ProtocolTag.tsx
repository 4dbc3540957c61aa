import type { ReactNode } from 'react';
import styles from './tags.module.css';

/** A protocol with its port, `ssh/22`; always grey. */
export function ProtocolTag({ children }: { children: ReactNode }) {
  return <span className={`${styles.protocol} mono`}>{children}</span>;
}
