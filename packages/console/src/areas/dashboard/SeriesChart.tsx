import { useEffect, useRef } from 'react';
import { usePalette } from '../../theme/ThemeProvider.tsx';
import type { Palette } from '../../theme/tokens.ts';
import { mountChart } from './charts.ts';

/** One line or row of bars. */
export type Series = { name: string; values: number[]; colour: string };

type Input = { dates: string[]; series: Series[]; kind: 'area' | 'bar' };

const areaOf = ({ name, values, colour }: Series, c: Palette) => ({
  name,
  type: 'line',
  data: values,
  smooth: 0.25,
  symbol: 'circle',
  symbolSize: 6,
  showSymbol: values.length === 1,
  lineStyle: { width: 2, color: colour },
  itemStyle: { color: colour },
  areaStyle: {
    color: {
      type: 'linear',
      x: 0,
      y: 0,
      x2: 0,
      y2: 1,
      colorStops: [
        { offset: 0, color: `${colour}2E` },
        { offset: 1, color: `${colour}00` },
      ],
    },
  },
  labelLayout: { moveOverlap: 'shiftY' },
  endLabel: { show: true, formatter: '{c}', color: c.text, fontWeight: 600, fontSize: 12, offset: [2, 0] },
});

const barOf = ({ name, values, colour }: Series) => ({
  name,
  type: 'bar',
  data: values,
  barMaxWidth: 22,
  itemStyle: { color: colour, borderRadius: [3, 3, 0, 0] },
});

const optionOf = ({ dates, series, kind }: Input, c: Palette) => ({
  animation: false,
  textStyle: { fontFamily: 'inherit' },
  aria: { enabled: false },
  grid: { left: 44, right: 48, top: 16, bottom: 26 },
  tooltip: {
    trigger: 'axis',
    backgroundColor: c.elevated,
    borderColor: c.line,
    textStyle: { color: c.text, fontSize: 12 },
    axisPointer: { lineStyle: { color: c.line } },
  },
  xAxis: {
    type: 'category',
    data: dates,
    boundaryGap: kind === 'bar',
    axisLine: { lineStyle: { color: c.line } },
    axisTick: { show: false },
    axisLabel: { color: c.text3, fontSize: 12 },
  },
  yAxis: {
    type: 'value',
    minInterval: 1,
    splitNumber: 4,
    splitLine: { lineStyle: { color: c.line2 } },
    axisLabel: { color: c.text3, fontSize: 12 },
  },
  series: series.map((one) => (kind === 'bar' ? barOf(one) : areaOf(one, c))),
});

/** Areas or bars over days. */
export function SeriesChart(props: Input & { height: number; label: string }) {
  const { dates, series, kind, height, label } = props;
  const palette = usePalette();
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof mountChart>>(undefined);
  useEffect(() => {
    if (!host.current) return;
    const mounted = mountChart(host.current);
    chart.current = mounted;
    return () => mounted.dispose();
  }, []);
  useEffect(
    () => chart.current?.set(optionOf({ dates, series, kind }, palette)),
    [dates, series, kind, palette],
  );
  return <div ref={host} role="img" aria-label={label} style={{ height, width: '100%' }} />;
}
