import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatNumber } from '../../platform/i18n/formatNumber.ts';
import type { Palette } from '../../theme/tokens.ts';

/** One line or row of bars. */
export type Series = { name: string; values: number[]; colour: string };

/** Values over days, and how they are drawn. */
export type Chart = { dates: string[]; series: Series[]; kind: 'area' | 'bar' };

/** The day under the pointer: its index, and its position in pixels from the left of the chart. */
export type Pointed = { at: number; left: number } | undefined;

const BAR = { share: 0.6, widest: 22, radius: 0.15 };

const fade = (plot: uPlot, colour: string): CanvasGradient => {
  const { top, height } = plot.bbox;
  const gradient = plot.ctx.createLinearGradient(0, top, 0, top + height);
  gradient.addColorStop(0, `${colour}2E`);
  gradient.addColorStop(1, `${colour}00`);
  return gradient;
};

const seriesOf = ({ name, values, colour }: Series, kind: Chart['kind']): uPlot.Series =>
  kind === 'bar'
    ? {
        label: name,
        stroke: colour,
        fill: colour,
        width: 0,
        points: { show: false },
        paths: uPlot.paths.bars?.({ size: [BAR.share, BAR.widest], radius: BAR.radius }),
      }
    : {
        label: name,
        stroke: colour,
        width: 2,
        fill: (plot) => fade(plot, colour),
        points: { show: values.length === 1, size: 6, fill: colour },
        paths: uPlot.paths.spline?.(),
      };

/** Axis labels in whole numbers, because every value is a count. */
const wholeSteps = (most: number): number[] => {
  const rough = Math.max(1, most) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((factor) => factor >= rough) ?? rough,
  );
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, at) => at * step);
};

const snap = (plot: uPlot, left: number): number => plot.valToPos(Math.round(plot.posToVal(left, 'x')), 'x');

const sizeOf = (element: HTMLElement) => ({ width: element.clientWidth, height: element.clientHeight });

const fontOf = (element: Element): string => getComputedStyle(element).fontFamily;

/** Draws the last figure of each line at its end; of two that overlap, the lower one moves down. */
const drawEnds = (plot: uPlot, { series, dates }: Chart, colour: string): void => {
  const { ctx } = plot;
  const ratio = uPlot.pxRatio;
  const left = plot.valToPos(dates.length - 1, 'x', true) + 8 * ratio;
  const lasts = new Set(series.map(({ values }) => values[dates.length - 1] ?? 0));
  const ends = [...lasts]
    .map((value) => ({ value, top: plot.valToPos(value, 'y', true) }))
    .sort((a, b) => a.top - b.top);
  ctx.save();
  ctx.font = `600 ${12 * ratio}px ${fontOf(plot.root)}`;
  ctx.fillStyle = colour;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  let above = Number.NEGATIVE_INFINITY;
  for (const { value, top } of ends) {
    above = Math.max(top, above + 14 * ratio);
    ctx.fillText(formatNumber(value), left, above);
  }
  ctx.restore();
};

const optionsOf = (chart: Chart, palette: Palette, element: HTMLElement, point: (to: Pointed) => void) => {
  const { dates, series, kind } = chart;
  const steps = wholeSteps(Math.max(0, ...series.flatMap(({ values }) => values)));
  const room = kind === 'bar' ? 0.5 : 0;
  const axis: uPlot.Axis = {
    stroke: palette.text3,
    font: `12px ${fontOf(element)}`,
    ticks: { show: false },
    border: { show: false },
  };
  return {
    ...sizeOf(element),
    padding: [12, kind === 'bar' ? 12 : 48, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 6 },
      // The line under the pointer snaps to the nearest day.
      move: (plot, left, top) => (left < 0 ? [left, top] : [snap(plot, left), top]),
    },
    scales: {
      x: { time: false, range: [-room, Math.max(dates.length - 1, 0) + room] },
      y: { range: [0, steps.at(-1) ?? 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        space: 56,
        incrs: [1, 2, 5, 7, 10, 15, 30, 60, 90],
        values: (_, places) => places.map((at) => dates[at] ?? ''),
      },
      {
        ...axis,
        size: 44,
        splits: () => steps,
        grid: { stroke: palette.line2, width: 1 },
        values: (_, numbers) => numbers.map((tick) => formatNumber(tick)),
      },
    ],
    series: [{}, ...series.map((line) => seriesOf(line, kind))],
    hooks: {
      draw: kind === 'bar' ? [] : [(plot) => drawEnds(plot, chart, palette.text)],
      setCursor: [
        (plot) => {
          const at = plot.cursor.idx;
          const left = at === null || at === undefined ? -1 : plot.valToPos(at, 'x');
          point(
            (plot.cursor.left ?? -1) < 0 || left < 0
              ? undefined
              : { at: at as number, left: left + plot.over.offsetLeft },
          );
        },
      ],
    },
  } satisfies uPlot.Options;
};

/**
 * Draws a chart into an element and follows its size; `point` gets the day under the pointer. Returns a
 * function that removes it.
 */
export const mountChart = (
  element: HTMLElement,
  chart: Chart,
  palette: Palette,
  point: (to: Pointed) => void,
): (() => void) => {
  const places = chart.dates.map((_, at) => at);
  const plot = new uPlot(
    optionsOf(chart, palette, element, point),
    [places, ...chart.series.map(({ values }) => values)],
    element,
  );
  const observer = new ResizeObserver(() => plot.setSize(sizeOf(element)));
  observer.observe(element);
  return () => {
    observer.disconnect();
    plot.destroy();
  };
};
