import styles from './CountBadge.module.css';

const CAP = 99;

/**
 * A number at the corner of an element: hidden if zero, `99+` above 99. Screen readers get it from that
 * element's label instead.
 */
export function CountBadge({
  count,
  tone,
  isLit,
}: {
  count: number;
  tone: 'bad' | 'run' | 'wait';
  isLit?: boolean;
}) {
  if (count === 0) return null;
  return (
    <span className={`${styles.badge} ${styles[tone]} ${isLit ? styles.lit : ''} num`} aria-hidden="true">
      {count > CAP ? `${CAP}+` : count}
    </span>
  );
}
