import type { JsonReport } from './testResults.ts';

/** Time of a test file and of each test in it. */
interface FileTime {
  project: string;
  file: string;
  ms: number;
  tests: { title: string; ms: number }[];
}

const projectOf = (file: string, report: string): string => {
  const name = file.match(/^packages\/([^/]+)\//)?.[1];
  if (name) return name;
  if (file.startsWith('scripts/')) return 'house';
  return report === 'shared' ? 'journeys' : report;
};

const fileTimes = (reports: ReadonlyMap<string, JsonReport>, root: string): FileTime[] =>
  [...reports].flatMap(([name, report]) =>
    report.testResults.map((result) => {
      if (!result.name.startsWith(root)) {
        throw new Error(`${result.name} does not lie in ${root}; the results are of another checkout`);
      }
      const file = result.name.slice(root.length);
      const tests = result.assertionResults.map((result) => ({
        title: result.fullName,
        ms: result.duration ?? 0,
      }));
      return { project: projectOf(file, name), file, ms: result.endTime - result.startTime, tests };
    }),
  );

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const slowestFirst = <T extends { ms: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => b.ms - a.ms);

const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

/**
 * The times of a test run as Markdown: per part, per project, the slowest files and tests.
 * @throws when the results are of another checkout than `root`
 */
export const timesOf = (reports: ReadonlyMap<string, JsonReport>, root: string): string => {
  const files = fileTimes(reports, root);
  const parts = [...reports].map(([name, { startTime, testResults }]) => [
    name,
    seconds(Math.max(startTime, ...testResults.map((result) => result.endTime)) - startTime),
  ]);
  const projects = [...Map.groupBy(files, (project) => project.project)].map(([project, own]) => ({
    project,
    ms: sum(own.map((file) => file.ms)),
    files: own.length,
    tests: sum(own.map((file) => file.tests.length)),
  }));
  const tests = files.flatMap(({ file, tests: own }) => own.map((row) => ({ ...row, file })));
  return [
    '### The parts of a run, by the clock',
    table(['Part', 'Seconds'], parts),
    '### Projects, the times of their files added up',
    table(
      ['Project', 'Seconds', 'Files', 'Tests'],
      slowestFirst(projects).map((project) => [
        project.project,
        seconds(project.ms),
        project.files,
        project.tests,
      ]),
    ),
    '### The slowest 30 files',
    table(
      ['Seconds', 'Tests', 'File'],
      slowestFirst(files)
        .slice(0, 30)
        .map((file) => [seconds(file.ms), file.tests.length, file.file]),
    ),
    '### The slowest 30 tests',
    table(
      ['Seconds', 'File', 'Test'],
      slowestFirst(tests)
        .slice(0, 30)
        .map((file) => [seconds(file.ms), file.file.replace(/^.*\//, ''), file.title]),
    ),
  ].join('\n\n');
};
