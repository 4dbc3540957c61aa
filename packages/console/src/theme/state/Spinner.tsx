import styles from './Spinner.module.css';
import { useLate } from './useLate.ts';

/** A ring that turns; `size` in pixels. */
export const Ring = ({ size = 20 }: { size?: number }) => (
  <span className={styles.ring} style={{ width: size, height: size }} aria-hidden="true" />
);

/** A quiet ring that only shows when it takes longer than 300 ms. */
export function Spinner() {
  return <div className={styles.place}>{useLate() && <Ring />}</div>;
}
