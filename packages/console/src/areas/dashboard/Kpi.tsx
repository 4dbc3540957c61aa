import { ArrowRightOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../platform/i18n/formatNumber.ts';
import styles from './dashboard.module.css';
import { Ring } from './Ring.tsx';

/** A figure: a link if it has a path, with a ring if it has a share. */
export function Kpi(props: {
  label: string;
  value: number | undefined;
  sub?: ReactNode;
  to?: string | undefined;
  isBad?: boolean;
  ring?: { share: number; colour: string; name: string; label: string };
}) {
  const figure = props.value === undefined ? '–' : formatNumber(props.value);
  const content = (
    <>
      <span className={styles.kpiText}>
        <span className={styles.kpiLabel}>
          <span className="ell">{props.label}</span>
          {props.to && <ArrowRightOutlined aria-hidden />}
        </span>
        <span className={`${styles.figure} ${props.isBad && props.value ? styles.bad : ''}`}>{figure}</span>
        <span className={styles.kpiSub}>{props.sub}</span>
      </span>
      {props.ring && <Ring {...props.ring} />}
    </>
  );
  return props.to ? (
    <Link to={props.to} className={styles.kpi}>
      {content}
    </Link>
  ) : (
    <div className={styles.kpi}>{content}</div>
  );
}
