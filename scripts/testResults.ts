import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { project } from './run.ts';

/** Where the last test run stored its results. */
export const resultsFolder = join(project, 'test-results');

/** One test of the last run. */
export interface TestResult {
  title: string;
  file: string;
  status: string;
  /** The message of a failed test. */
  message?: string;
}

/** One report of the last run, as Vitest writes it. */
export interface JsonReport {
  startTime: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    startTime: number;
    endTime: number;
    assertionResults: {
      fullName: string;
      status: string;
      duration?: number | null;
      failureMessages?: string[] | null;
    }[];
  }[];
}

/** The reports of the last run by name, one for each part of it. */
export const readReports = async (): Promise<Map<string, JsonReport>> => {
  const reports = new Map<string, JsonReport>();
  for (const file of (await readdir(resultsFolder).catch(() => [])).toSorted()) {
    if (!file.endsWith('.json')) continue;
    const text = await readFile(join(resultsFolder, file), 'utf8');
    reports.set(file.replace(/\.json$/, ''), JSON.parse(text) as JsonReport);
  }
  return reports;
};

/** Seconds each test file took in the last stored run. */
export const readMeasuredSeconds = async (): Promise<Map<string, number>> => {
  const results = [...(await readReports()).values()].flatMap((report) => report.testResults);
  return new Map(
    results.map((result) => [result.name.replace(project, ''), (result.endTime - result.startTime) / 1000]),
  );
};

/** Reads the reports of the last run. A file that could not be loaded counts as one failed test. */
export const readResults = async (): Promise<TestResult[]> => {
  const results: TestResult[] = [];
  for (const report of (await readReports()).values()) {
    for (const { name: file, status, message, assertionResults } of report.testResults) {
      for (const test of assertionResults) {
        const messages = test.failureMessages?.join('\n');
        results.push({ title: test.fullName, file, status: test.status, message: messages });
      }
      const isBroken = status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
      if (isBroken) results.push({ title: '(did not load)', file, status: 'failed', message });
    }
  }
  return results;
};

/** The last line of a test run, and whether the run passed. */
export const summary = (
  results: readonly TestResult[],
  isBroken: boolean,
): { line: string; isGreen: boolean } => {
  const count = (status: (text: string) => boolean) =>
    results.filter((result) => status(result.status)).length;
  const passed = count((status) => status === 'passed');
  const failed = count((status) => status === 'failed');
  const skipped = results.length - passed - failed;
  // A run can break without a failing test (an error after the last one); it must not look green.
  const shown = isBroken && failed === 0 ? 1 : failed;
  const line = `tests: ${passed} passed, ${shown} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { line, isGreen: shown === 0 && passed > 0 };
};

const longestMessage = 12;

/** The failed tests with the start of each message: a reader looks first at the end of a long log. */
export const failures = (results: readonly TestResult[]): string[] =>
  results
    .filter(({ status }) => status === 'failed')
    .map(({ title, file, message }) => {
      const lines = (message ?? '').split('\n').slice(0, longestMessage);
      return [`failed: ${file.replace(project, '')} > ${title}`, ...lines.map((line) => `  ${line}`)].join(
        '\n',
      );
    });

const longestBrief = 200;

/** The failed tests with the first line of each message, a line each: they stand last, for a reader who sees only that. */
export const briefFailures = (results: readonly TestResult[]): string[] =>
  failures(results).map((text) =>
    text
      .split('\n')
      .slice(0, 2)
      .map((line) => line.trim())
      .join(': ')
      .slice(0, longestBrief),
  );

/** The message of the first error outside of tests; undefined where there is none. */
export const firstErrorOutsideTests = (output: string): string | undefined => {
  const lines = errorsOutsideTests(output).split('\n');
  const message = lines.find((line) => /^\s*(\w*Error|error|Caused by)\b/.test(line));
  return message?.trim().slice(0, longestBrief);
};

const longestError = 30;

/** The first errors outside of tests that Vitest reports; the end of the output if there are none. */
export const errorsOutsideTests = (output: string): string => {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const start = lines.findIndex((line) => line.includes('Unhandled Error'));
  const errors = start < 0 ? lines.slice(-longestError) : lines.slice(start, start + longestError);
  return errors.map((line) => `  ${line.trim()}`).join('\n');
};
