import { expect, test } from 'vitest';
import { proofSize, tellFigure } from '../../../../scripts/proofSize.ts';
import { type Case, casesOf, type Measured, measureCases } from '../../corpus/run/measure.ts';
import { figureLine, figuresOf, missesOf, missLine } from '../../corpus/run/report.ts';

const isWhole = proofSize({ small: 0, whole: 1 }) === 1;
const parallel = proofSize({ small: 8, whole: 16 });
const everything = { only: [], shells: [], parallel, isBare: false, isOneShell: !isWhole };

/** A few cases of each kind in every test run, all of them in npm run test:long. */
const cases = (): Case[] => [
  ...casesOf({ ...everything, part: 'ways', every: proofSize({ small: 60, whole: 1 }) }),
  ...casesOf({ ...everything, part: 'harmless', every: proofSize({ small: 180, whole: 1 }) }),
];

const measure = async (which: readonly Case[]): Promise<Measured[]> => {
  const measured: Measured[] = [];
  await measureCases(which, everything, (one) => measured.push(one));
  return measured;
};

// Each entry runs under an account of its own, which only root can take.
test.runIf(process.getuid?.() === 0)(
  'the gate stops the ways around a filter that it can see, and hardly a harmless line',
  async () => {
    const first = await measure(cases());
    // Among other tests the machine may be too busy for the times of an entry.
    const again = isWhole ? [] : await measure(missesOf(first));
    const measured = isWhole ? first : [...first.filter((one) => !missesOf([one]).length), ...again];
    const misses = missesOf(measured).map((one) => missLine(one, true));
    const { seen, harmless } = figuresOf(measured);
    tellFigure(figureLine(figuresOf(measured)));
    for (const miss of misses) tellFigure(miss);
    expect(1 - seen.missed / seen.of, misses.join('\n')).toBeGreaterThanOrEqual(0.995);
    expect(harmless.missed / harmless.of, misses.join('\n')).toBeLessThanOrEqual(0.001);
  },
  3_600_000,
);
