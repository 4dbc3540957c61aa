import { useEffect, useState } from 'react';
import styles from './Spinner.module.css';

const DELAY_MS = 300;

/** A quiet ring that only shows when it takes longer than 300 ms. */
export function Spinner() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return <div className={styles.place}>{isShown && <span className={styles.ring} />}</div>;
}
