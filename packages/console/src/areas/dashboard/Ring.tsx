import { formatNumber } from '../../platform/i18n/formatNumber.ts';
import styles from './dashboard.module.css';

const RADIUS = 31;
const LENGTH = 2 * Math.PI * RADIUS;

/** A ring that shows a share and its percentage; its name stands below, the label is for screen readers. */
export function Ring(props: { share: number; colour: string; name: string; label: string }) {
  const { share, colour, name, label } = props;
  const percent = (maximumFractionDigits: number) =>
    formatNumber(share, { style: 'percent', maximumFractionDigits });
  return (
    <span className={styles.ring} role="img" aria-label={`${label}: ${percent(2)}`}>
      <span className={styles.ringArc}>
        <svg width="76" height="76" viewBox="0 0 76 76" aria-hidden="true">
          <circle cx="38" cy="38" r={RADIUS} fill="none" stroke="var(--line2)" strokeWidth="6.5" />
          <circle
            cx="38"
            cy="38"
            r={RADIUS}
            fill="none"
            stroke={colour}
            strokeWidth="6.5"
            strokeDasharray={`${Math.min(1, Math.max(0, share)) * LENGTH} ${LENGTH}`}
            transform="rotate(-90 38 38)"
          />
        </svg>
        <span className={styles.ringText}>{percent(1)}</span>
      </span>
      <span className={styles.ringName}>{name}</span>
    </span>
  );
}
