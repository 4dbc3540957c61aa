import styles from './Spinner.module.css';
import { useLate } from './useLate.ts';

/** A spinning ring; `size` in pixels. */
export const Ring = ({ size = 20 }: { size?: number }) => (
  <span className={styles.ring} style={{ width: size, height: size }} aria-hidden="true" />
);

/** A spinning ring that appears only after 300 ms. */
export function Spinner() {
  return <div className={styles.place}>{useLate() && <Ring />}</div>;
}
