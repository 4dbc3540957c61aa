import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

export type Quantile = 'p50' | 'p95' | 'p99' | 'max';

/**
 * Measured values in `unit`; a budget limits some of their quantiles (architecture.md §5), a floor their
 * median.
 */
export type Measure = {
  what: string;
  unit: 'ms' | 's' | 'kB' | 'MB' | '1/s' | 'reads' | 'times';
  values: number[];
  budget?: Partial<Record<Quantile, number>>;
  floor?: number;
};
export type Part = { title: string; measures: Measure[] };

const shares: Record<Quantile, number> = { p50: 0.5, p95: 0.95, p99: 0.99, max: 1 };

/** The value at a quantile. */
export const quantile = (values: readonly number[], name: Quantile): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * shares[name]) - 1)] ?? Number.NaN;
};

const figure = (value: number): string =>
  value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0);

const judged = (text: string, holds: boolean): string => `${text}${holds ? '' : ' **missed**'}`;

/** Whether a measure keeps its budget and its floor. */
export const holds = ({ values, budget = {}, floor }: Measure): boolean =>
  (Object.entries(budget) as [Quantile, number][]).every(([name, most]) => quantile(values, name) <= most) &&
  (floor === undefined || quantile(values, 'p50') >= floor);

const verdict = ({ values, budget = {}, floor, unit }: Measure): string =>
  [
    ...(Object.entries(budget) as [Quantile, number][]).map(([name, most]) =>
      judged(`${name} ≤ ${most} ${unit}`, quantile(values, name) <= most),
    ),
    ...(floor === undefined ? [] : [judged(`p50 ≥ ${floor} ${unit}`, quantile(values, 'p50') >= floor)]),
  ].join(', ');

/** A part as a Markdown table, with the occasion on which it was measured. */
export const tableOf = ({ title, measures }: Part, when: string): string =>
  [
    `## ${title}`,
    '',
    `At ${when}.`,
    '',
    '| What | Unit | Runs | p50 | p95 | p99 | max | Budget |',
    '|---|---|---:|---:|---:|---:|---:|---|',
    ...measures.map((measure) => {
      const names: Quantile[] = ['p50', 'p95', 'p99', 'max'];
      const figures = names.map((name) => figure(quantile(measure.values, name)));
      return `| ${measure.what} | ${measure.unit} | ${measure.values.length} | ${figures.join(' | ')} | ${verdict(measure)} |`;
    }),
    '',
  ].join('\n');

/** The machine that measures. */
export const machine = (): string => {
  const processor =
    /model name\s*: (.+)/.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? cpus()[0]?.model;
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${processor}), ${memory} GB, Node ${process.versions.node}`;
};

/** The commit and the day of a measurement. */
export const occasion = (): string => {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  return `commit ${commit}, ${new Date().toISOString().slice(0, 10)}`;
};

/** Runs something `rounds` times after a few warm-up rounds; returns the times in milliseconds. */
export const timed = async (rounds: number, run: () => Promise<unknown>, warmUps = 3): Promise<number[]> => {
  const values: number[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    const started = performance.now();
    await run();
    if (round >= 0) values.push(performance.now() - started);
  }
  return values;
};

/** A document of tables with those of some parts replaced; parts that are not measured again stay. */
export const documentOf = (
  before: string,
  titles: readonly string[],
  tables: ReadonlyMap<string, string>,
): string => {
  const kept = new Map(
    before
      .split(/^(?=## )/m)
      .slice(1)
      .map((table) => [/^## (.*)$/m.exec(table)?.[1] ?? '', table]),
  );
  const all = titles
    .map((title) => tables.get(title) ?? kept.get(title))
    .filter((table) => table !== undefined);
  const intro = `# Benchmarks\n\nMeasured by \`npm run bench -- --write\` on ${machine()}. Budgets are those of the architecture.\n`;
  return `${[intro, ...all.map((table) => table.trim())].join('\n\n').replace('\n\n\n', '\n\n')}\n`;
};
