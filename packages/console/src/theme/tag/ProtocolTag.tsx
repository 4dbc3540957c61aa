import type { ReactNode } from 'react';
import styles from './tags.module.css';

/** A grey tag in the code font, such as a protocol with its port: `ssh/22`. */
export function ProtocolTag({ children }: { children: ReactNode }) {
  return <span className={`${styles.protocol} mono`}>{children}</span>;
}
