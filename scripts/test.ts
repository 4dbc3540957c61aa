import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildConsole } from '../packages/launcher/src/engine/consoleBuild.ts';
import { project, run, toolPath } from './run.ts';
import { installPackages, missingPackages } from './systemPackages.ts';
import { errorsOutsideTests, failures, readResults, resultsFolder, summary } from './testResults.ts';

const vitest = toolPath('vitest', 'vitest.mjs');

/** What Node compiles for one part of the run, the next need not compile again. */
const compiled = join(resultsFolder, 'compiled');

/** Errors outside of tests, by the part that failed. */
const brokenParts: string[] = [];

const runProjects = async (name: string, selection: string): Promise<boolean> => {
  const report = join(resultsFolder, `${name}.json`);
  const args = [
    'run',
    '--project',
    selection,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { code, output } = await run(
    process.execPath,
    [vitest, ...args, '--passWithNoTests', ...process.argv.slice(2)],
    { isKept: true, env: { NODE_COMPILE_CACHE: compiled } },
  );
  if (code !== 0) {
    brokenParts.push(`the part ${name} ended with code ${code}\n${errorsOutsideTests(output)}`);
  }
  return code === 0;
};

await rm(resultsFolder, { recursive: true, force: true });
await mkdir(resultsFolder, { recursive: true });
let isBroken = false;
const obstacle = await installPackages(await missingPackages());
if (obstacle) {
  console.error(obstacle);
  isBroken = true;
} else {
  try {
    await buildConsole(project, (text) => console.log(`console: ${text}`));
  } catch (error) {
    console.error((error as Error).message);
    isBroken = true;
  }
  // Journeys wait where other tests compute: together they leave no core idle.
  isBroken = !(await runProjects('shared', '!e2e')) || isBroken;
  isBroken = !(await runProjects('alone', 'e2e')) || isBroken;
}
await rm(compiled, { recursive: true, force: true, maxRetries: 3 });
const results = await readResults();
const failed = failures(results);
for (const text of [...failed, ...brokenParts]) console.log(text);
const { line, isGreen } = summary(results, isBroken);
console.log(line);
process.exitCode = isGreen ? 0 : 1;
