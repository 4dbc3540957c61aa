import styles from './CountBadge.module.css';

const CAP = 99;

/** A number over the corner of what it counts, hidden for zero; the label is on the counted element. */
export function CountBadge({ count, tone, isLit }: { count: number; tone: 'bad' | 'wait'; isLit?: boolean }) {
  if (count === 0) return null;
  return (
    <span className={`${styles.badge} ${styles[tone]} ${isLit ? styles.lit : ''} num`} aria-hidden="true">
      {count > CAP ? `${CAP}+` : count}
    </span>
  );
}
