import { useEffect, useState } from 'react';
import styles from './Spinner.module.css';

const DELAY_MS = 300;

/** A ring that turns; `size` in pixels. */
export const Ring = ({ size = 20 }: { size?: number }) => (
  <span className={styles.ring} style={{ width: size, height: size }} aria-hidden="true" />
);

/** A quiet ring that only shows when it takes longer than 300 ms. */
export function Spinner() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return <div className={styles.place}>{isShown && <Ring />}</div>;
}
