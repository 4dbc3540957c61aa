import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildConsole } from '../packages/launcher/src/engine/consoleBuild.ts';
import { changedFiles, ownFiles } from './near/gitFiles.ts';
import { distances, readImporters } from './near/importers.ts';
import { nearTests } from './near/nearTests.ts';
import { knownTimes } from './order/knownTimes.ts';
import { project, run, toolPath } from './run.ts';
import { readMeasuredSeconds } from './testResults.ts';

/* npm run test:near [-- --since <commit>]: the tests a change can break, within three minutes on two
   cores. The change is the difference to the commit (by default, where this branch left main), committed
   or not. */

/** Seconds of tests, loading included, that fit into three minutes on all cores. */
const budgetSeconds = 75 * availableParallelism();
/** Assumed time of a test file that has not been measured. */
const usualSeconds = (file: string) => (file.startsWith('e2e/') ? 25 : /\.tsx$/.test(file) ? 3 : 2);

const { since } = parseArgs({ options: { since: { type: 'string' } } }).values;
const [changed, files, measured, page] = await Promise.all([
  changedFiles(since),
  ownFiles(),
  readMeasuredSeconds(),
  readFile(join(project, 'docs/tests.md'), 'utf8'),
]);
// A checkout without measured times of its own has at least those of the longest files.
const times = new Map([...knownTimes(page), ...measured]);
const { chosen, leftOut } = nearTests({
  changed,
  files,
  distance: distances(changed, await readImporters(project, files)),
  // Loading a test file takes half a second.
  secondsOf: (file) => 0.5 + (times.get(file) ?? usualSeconds(file)),
  budgetSeconds,
});
console.log(`${changed.length} files changed, ${chosen.length} files of tests chosen`);
if (leftOut.length > 0)
  console.log(`Left to npm test for want of time, ${leftOut.length}:\n  ${leftOut.join('\n  ')}`);
if (chosen.length > 0) {
  if (chosen.some((file) => file.startsWith('e2e/')))
    await buildConsole(project, (text) => console.log(`console: ${text}`));
  const paths = chosen.map((file) => join(project, file));
  const { code } = await run(process.execPath, [toolPath('vitest', 'vitest.mjs'), 'run', ...paths]);
  process.exitCode = code;
}
