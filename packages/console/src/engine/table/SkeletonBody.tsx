import styles from './DataTable.module.css';

const ROWS = 8;

/** Placeholder rows at their final height during the first load. */
export function SkeletonBody({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: ROWS }, (_, row) => (
        <tr key={`row-${row.toString()}`} className={styles.plain} style={{ opacity: 1 - row * 0.1 }}>
          {Array.from({ length: columns }, (_, column) => (
            <td key={`cell-${column.toString()}`}>
              <span
                className={styles.placeholder}
                style={{ width: `${45 + ((row * 7 + column * 13) % 40)}%` }}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
