import type { CSSProperties, ReactNode } from 'react';
import styles from './Card.module.css';

/** A surface with an optional header. */
export function Card(props: {
  title?: ReactNode;
  extra?: ReactNode;
  children?: ReactNode;
  /** Leaves out the body's padding, for tables and lists that reach the edges. */
  flush?: boolean;
  className?: string;
  style?: CSSProperties;
}) {
  const { title, extra, children, flush, className, style } = props;
  return (
    <section className={`${styles.card} ${className ?? ''}`} style={style}>
      {(title || extra) && (
        <header className={styles.head}>
          {title && <h2>{title}</h2>}
          {extra && <div className={styles.extra}>{extra}</div>}
        </header>
      )}
      {flush ? children : <div className={styles.body}>{children}</div>}
    </section>
  );
}
