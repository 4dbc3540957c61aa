import { useEffect, useRef, useState } from 'react';
import { usePalette } from '../../theme/ThemeProvider.tsx';
import { type Chart, mountChart, type Pointed } from './charts.ts';
import styles from './SeriesChart.module.css';

/** Areas or bars over days, with the figures of the day under the pointer. */
export function SeriesChart(props: Chart & { height: number; label: string }) {
  const { dates, series, kind, height, label } = props;
  const palette = usePalette();
  const host = useRef<HTMLDivElement>(null);
  const [pointed, point] = useState<Pointed>();
  useEffect(() => {
    if (!host.current) return;
    return mountChart(host.current, { dates, series, kind }, palette, point);
  }, [dates, series, kind, palette]);
  return (
    <div className={styles.chart} style={{ height }}>
      <div ref={host} role="img" aria-label={label} style={{ height }} />
      {pointed && (
        <div
          className={styles.tip}
          aria-hidden
          style={{ left: pointed.left }}
          data-side={pointed.at * 2 > dates.length ? 'left' : 'right'}
        >
          <strong>{dates[pointed.at]}</strong>
          {series.map((line) => (
            <span key={line.name}>
              <i style={{ background: line.colour }} />
              {line.name}
              <b className="num">{line.values[pointed.at] ?? 0}</b>
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
