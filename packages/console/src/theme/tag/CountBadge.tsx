import styles from './CountBadge.module.css';

const CAP = 99;

/** A number over the corner of what it counts, none for nothing; what is counted is said by the label of that. */
export function CountBadge({ count, tone, isLit }: { count: number; tone: 'bad' | 'wait'; isLit?: boolean }) {
  if (count === 0) return null;
  return (
    <span className={`${styles.badge} ${styles[tone]} ${isLit ? styles.lit : ''} num`} aria-hidden="true">
      {count > CAP ? `${CAP}+` : count}
    </span>
  );
}
