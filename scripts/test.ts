import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildConsole } from '../packages/launcher/src/engine/consoleBuild.ts';
import config from '../vitest.config.ts';
import { memoryFolder } from './order/memoryFolder.ts';
import { project, run, toolPath } from './run.ts';
import { installHeadlessShell, installPackages, missingPackages } from './systemPackages.ts';
import {
  briefFailures,
  errorsOutsideTests,
  failures,
  firstErrorOutsideTests,
  readResults,
  resultsFolder,
  summary,
} from './testResults.ts';

const vitest = toolPath('vitest', 'vitest.mjs');

/** What Node compiles for one part of the run is reused by the next. */
const compiled = join(resultsFolder, 'compiled');

/** For each part that failed: its exit code, and errors outside of tests or the end of its output. */
const brokenParts: string[] = [];
/** The first error outside of tests of each. */
const firstErrors: string[] = [];

/** One part of the run: its projects, and how many of its files run at the same time. */
interface Part {
  name: string;
  projects: readonly string[];
  workers: number;
}

const runPart = async (
  { name, projects, workers }: Part,
  { isQuiet }: { isQuiet: boolean },
): Promise<boolean> => {
  const report = join(resultsFolder, `${name}.json`);
  const args = [
    'run',
    ...projects.flatMap((selection) => ['--project', selection]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    `--maxWorkers=${workers}`,
  ];
  const { code, output } = await run(
    process.execPath,
    [vitest, ...args, '--passWithNoTests', ...process.argv.slice(2)],
    { isKept: !isQuiet, isQuiet, env: { NODE_COMPILE_CACHE: compiled } },
  );
  // Printed at the end, so that the output of the two parts does not mix.
  if (isQuiet) console.log(output);
  if (code !== 0) {
    brokenParts.push(`the part ${name} ended with code ${code}\n${errorsOutsideTests(output)}`);
    const first = firstErrorOutsideTests(output);
    if (first) firstErrors.push(`outside of tests of ${name}: ${first}`);
  }
  return code === 0;
};

/** Projects whose files share modules: each has workers of its own. */
const [answering, drawing] = ['server', 'console'] as const;
/** The journeys that measure time or flood the machine. */
const measuring = 'e2e';
/** What runs beside them. */
const beside = ['house', 'launcher'];

/**
 * Projects are selected by name: several negated names would select every project, because each includes what
 * another excludes.
 */
const projectNames = (config.test?.projects ?? []).flatMap((entry) =>
  typeof entry === 'object' && 'test' in entry ? String(entry.test?.name) : [],
);
const cores = availableParallelism();

await rm(resultsFolder, { recursive: true, force: true });
await mkdir(resultsFolder, { recursive: true });
const temporary = await memoryFolder();
if (temporary) process.env['TMPDIR'] = temporary;
let isBroken = false;
const obstacle = await installPackages(await missingPackages());
if (obstacle) {
  console.error(obstacle);
  isBroken = true;
} else {
  await installHeadlessShell();
  try {
    await buildConsole(project, (text) => console.log(`console: ${text}`));
  } catch (error) {
    console.error((error as Error).message);
    isBroken = true;
  }
  const apart = [drawing, answering, measuring, ...beside];
  // Tests of the console compute nearly all the time. Beside others each takes a fifth longer (0480).
  isBroken =
    !(await runPart({ name: drawing, projects: [drawing], workers: cores + 1 }, { isQuiet: true })) ||
    isBroken;
  // Journeys mostly wait, and tests of the server often do: together they leave no core idle.
  const waiting = {
    name: 'shared',
    projects: projectNames.filter((name) => !apart.includes(name)),
    workers: Math.max(2, cores),
  };
  const both = [
    runPart(waiting, { isQuiet: false }),
    runPart({ name: answering, projects: [answering], workers: 2 }, { isQuiet: true }),
  ];
  isBroken = !(await Promise.all(both)).every(Boolean) || isBroken;
  // What measures time has one core to itself; on the other, one file runs after another.
  const last = [
    runPart({ name: 'alone', projects: [measuring], workers: 1 }, { isQuiet: false }),
    runPart({ name: 'beside', projects: beside, workers: 1 }, { isQuiet: true }),
  ];
  isBroken = !(await Promise.all(last)).every(Boolean) || isBroken;
}
for (const folder of [compiled, temporary])
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
const results = await readResults();
const failed = failures(results);
for (const text of [...failed, ...brokenParts, ...firstErrors, ...briefFailures(results)]) console.log(text);
const { line, isGreen } = summary(results, isBroken);
console.log(line);
process.exitCode = isGreen ? 0 : 1;
