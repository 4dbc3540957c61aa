import { type ReactNode, useEffect, useRef } from 'react';
import { GateArt } from '../../theme/icon/GateArt.tsx';
import styles from './GatePage.module.css';

/**
 * Shown in place of a page that does not exist or may not be opened: the drawing of the gate, the reason, and
 * what the user can do next.
 */
export function GatePage(props: {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  fact?: ReactNode;
  isOpen?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className={styles.page}>
      <div className={styles.box}>
        <GateArt {...(props.isOpen && { open: true })} />
        <h1 ref={heading} tabIndex={-1}>
          {props.title}
        </h1>
        {props.text && <p>{props.text}</p>}
        {props.actions && <div className={styles.actions}>{props.actions}</div>}
        {props.fact && <div className={styles.fact}>{props.fact}</div>}
      </div>
    </div>
  );
}
