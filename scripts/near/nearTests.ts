import { dirname } from 'node:path';

/** Folders whose changes need tests that do not import them. */
const rules: readonly [changed: RegExp, tests: RegExp][] = [
  [/^packages\/contract\/src\/(resources|resource|permissions)\//, /^packages\/server\/test\/conformance\//],
  [/^packages\/contract\/src\//, /^packages\/contract\/src\/reference\/apiReference\.test\.ts$/],
  [
    /^packages\/server\/src\/engine\//,
    /^packages\/server\/test\/(conformance\/(conformance|etag)|isolation)/,
  ],
  [/\/locales\//, /\/locales(\/locales)?\.test\.ts$/],
  [/^packages\/server\/migrations\//, /^packages\/server\/src\/(platform|app)\/.*migrat/],
  [/^packages\/[^/]+\/test\//, /^packages\/server\/test\/database\.test\.ts$/],
  [/^packages\/(gateway|component)\/src\//, /^packages\/gateway\/test\/(login|terminal)\.test\.ts$/],
  [/^(scripts|docs)\//, /^scripts\/(floors|house\/checkHouse)\.test\.ts$/],
];
/** Journeys by browser or client: too expensive to run for every file they depend on. */
const journeys: readonly [changed: RegExp, test: string][] = [
  [/^packages\/(server|console|launcher)\/src\//, 'e2e/tests/firstSignIn.test.ts'],
  [/^packages\/(gateway\/src|server\/src\/flows\/(connect|components))\//, 'e2e/tests/mainJob.test.ts'],
];

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isJourney = (file: string) => file.startsWith('e2e/');

/** Rank of a test in the folder of a change that it reaches by whatever number of imports. */
const besideChange = 1.75;

/** Tests for a change: what runs, nearest first, and what is left to `npm test`. */
export interface NearTests {
  chosen: string[];
  leftOut: string[];
}

/**
 * Chooses the tests of a change, as many as fit into the time: its own, those that import it directly, those
 * that a rule names, those in its folder, then the others that import it indirectly, nearest first.
 */
export const nearTests = (input: {
  changed: readonly string[];
  files: readonly string[];
  /** Number of imports between the change and each file that depends on it. */
  distance: ReadonlyMap<string, number>;
  secondsOf: (file: string) => number;
  budgetSeconds: number;
}): NearTests => {
  const { changed, files, distance } = input;
  const isChanged = (pattern: RegExp) => changed.some((file) => pattern.test(file));
  const folders = new Set(changed.map((file) => dirname(file)));
  const ranks = new Map<string, number>();
  const want = (file: string, rank: number) => {
    if (files.includes(file) && (ranks.get(file) ?? Number.POSITIVE_INFINITY) > rank) ranks.set(file, rank);
  };
  for (const file of files) {
    const away = distance.get(file);
    if (isTest(file) && away !== undefined && (away === 0 || !isJourney(file)))
      want(file, folders.has(dirname(file)) ? Math.min(away, besideChange) : away);
  }
  for (const [pattern, tests] of rules)
    if (isChanged(pattern))
      for (const file of files.filter((file) => isTest(file) && tests.test(file))) want(file, 1.5);
  for (const [pattern, test] of journeys) if (isChanged(pattern)) want(test, 1.5);
  const ordered = [...ranks].toSorted(
    ([a, rank], [b, other]) => rank - other || input.secondsOf(a) - input.secondsOf(b),
  );
  const [chosen, leftOut]: [string[], string[]] = [[], []];
  let seconds = 0;
  for (const [file] of ordered) {
    const takes = input.secondsOf(file);
    const fits = chosen.length === 0 || seconds + takes <= input.budgetSeconds;
    if (fits) seconds += takes;
    (fits ? chosen : leftOut).push(file);
  }
  return { chosen, leftOut };
};
