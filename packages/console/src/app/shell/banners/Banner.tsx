import { ExclamationCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import styles from './Banner.module.css';

/** A warning or hint across the page, with an optional action. */
export function Banner(props: {
  kind: 'run' | 'warn' | 'bad';
  title: string;
  detail?: string;
  action?: ReactNode;
}) {
  return (
    <div role="status" className={`${styles.banner} ${styles[props.kind]}`}>
      {props.kind === 'run' ? <InfoCircleFilled aria-hidden /> : <ExclamationCircleFilled aria-hidden />}
      <strong>{props.title}</strong>
      {props.detail && <span className="t2">{props.detail}</span>}
      {props.action && <span className={styles.action}>{props.action}</span>}
    </div>
  );
}
