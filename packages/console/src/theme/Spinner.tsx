import { Spin } from 'antd';
import { useEffect, useState } from 'react';

const DELAY_MS = 300;

/** A quiet spinner that only shows when it takes longer than 300 ms. */
export function Spinner() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return <div style={{ display: 'grid', placeItems: 'center', height: '100%' }}>{isShown && <Spin />}</div>;
}
