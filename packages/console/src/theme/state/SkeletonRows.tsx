import styles from './SkeletonRows.module.css';

const widths = [62, 48, 70, 55, 66, 44];

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

/** Placeholder rows at their final height during the first load. */
export function SkeletonRows({
  rows = 8,
  columns = 4,
  height = 39,
}: {
  rows?: number;
  columns?: number;
  height?: number;
}) {
  return (
    <div aria-hidden="true">
      {numbers(rows).map((row) => (
        <div key={row} className={styles.line} style={{ height, opacity: 1 - row / (rows + 2) }}>
          {numbers(columns).map((column) => (
            <span key={column} style={{ width: `${widths[(row + column) % widths.length]}%` }} />
          ))}
        </div>
      ))}
    </div>
  );
}
