// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { palettes } from '../../theme/tokens.ts';
import { type Chart, mountChart, type Pointed } from './charts.ts';

type Drawn = { text: string; x: number; y: number; align: string };
let drawn: Drawn[] = [];
const removals: (() => void)[] = [];

const recording = () =>
  new Proxy({} as Record<string, unknown>, {
    get: (held, name: string) => {
      if (name === 'fillText')
        return (text: string, x: number, y: number) =>
          drawn.push({ text, x, y, align: String(held.textAlign) });
      if (name in held) return held[name];
      return () => ({ addColorStop: () => undefined, width: 0 });
    },
    set: (held, name: string, value) => {
      held[name] = value;
      return true;
    },
  });

beforeEach(() => {
  drawn = [];
  const context = recording();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo() {}
      lineTo() {}
      bezierCurveTo() {}
      rect() {}
      arc() {}
      arcTo() {}
      closePath() {}
    },
  );
});
afterEach(() => {
  for (const remove of removals.splice(0)) remove();
});

const draw = async (chart: Chart, point: (to: Pointed) => void = () => undefined) => {
  const element = document.createElement('div');
  Object.defineProperty(element, 'clientWidth', { value: 600 });
  Object.defineProperty(element, 'clientHeight', { value: 262 });
  document.body.append(element);
  removals.push(mountChart(element, chart, palettes.light, point));
  await new Promise((resolve) => setTimeout(resolve));
  return element;
};
const series = (...values: number[][]) =>
  values.map((each, at) => ({ name: `Line ${at + 1}`, values: each, colour: '#123456' }));
const texts = () => drawn.map(({ text }) => text);

test.each([
  [[1], ['0', '1']],
  [[3], ['0', '1', '2', '3']],
  [[9], ['0', '5', '10']],
  [[40], ['0', '10', '20', '30', '40']],
  [[1234], ['0', '500', '1,000', '1,500']],
  [[0], ['0', '1']],
])('values up to %o get the axis %o', async (values, axis) => {
  await draw({ dates: ['05-01'], series: series(values), kind: 'bar' });
  expect(texts().filter((text) => /^[\d,]+$/.test(text))).toEqual(axis);
});

test('a line chart labels the days below and the last value at the end of each line', async () => {
  await draw({ dates: ['05-01', '05-02'], series: series([3, 50], [7, 9]), kind: 'area' });
  expect(texts()).toEqual(expect.arrayContaining(['05-01', '05-02', '50', '9']));
  const ends = drawn.filter(({ align }) => align === 'left');
  expect(ends.map(({ text }) => text)).toEqual(['50', '9']);
  expect(ends[0]?.x).toBe(ends[1]?.x);
  expect(ends[0]!.y).toBeLessThan(ends[1]!.y);
});

test('end labels that would overlap move apart, and equal labels are drawn once', async () => {
  await draw({ dates: ['05-01', '05-02'], series: series([0, 50], [0, 49], [0, 49]), kind: 'area' });
  const ends = drawn.filter(({ align }) => align === 'left');
  expect(ends.map(({ text }) => text)).toEqual(['50', '49']);
  expect(ends[1]!.y - ends[0]!.y).toBe(14);
});

test('bars have no end labels', async () => {
  await draw({ dates: ['05-01', '05-02'], series: series([3, 50]), kind: 'bar' });
  expect(drawn.filter(({ align }) => align === 'left')).toEqual([]);
});

test('a chart has no built-in legend or title and is removed with its page', async () => {
  const element = await draw({ dates: ['05-01'], series: series([3]), kind: 'area' });
  expect(element.querySelector('.u-legend')).toBeNull();
  expect(element.querySelector('canvas')).toBeTruthy();
  for (const remove of removals.splice(0)) remove();
  expect(element.querySelector('canvas')).toBeNull();
});
