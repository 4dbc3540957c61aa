import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildConsole } from '../packages/launcher/src/engine/consoleBuild.ts';
import { writeSection } from './house/section.ts';
import { figuresIn, type LegResult, legsLeft, tableOf } from './long/legs.ts';
import { proofs } from './long/proofs.ts';
import { project, run, toolPath } from './run.ts';

/* npm run test:long [-- --only <proof>]: the proofs at full size, leg by leg. Finished legs are kept in
   var-long/, so that the next call continues where this one was interrupted; a new commit starts over.
   docs/tests.md gets the table after each leg. */
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const folder = join(project, 'var-long');
const stateFile = join(folder, 'legs.json');

const readLegs = async (): Promise<LegResult[]> => {
  const text = await readFile(stateFile, 'utf8').catch(() => '[]');
  return JSON.parse(text) as LegResult[];
};
const keepLegs = async (legs: readonly LegResult[]) => {
  await mkdir(folder, { recursive: true });
  // Writes to a new file first, so that an interruption never leaves half a file.
  await writeFile(`${stateFile}.new`, JSON.stringify(legs, null, 2));
  await rename(`${stateFile}.new`, stateFile);
};

const { output: commit } = await run('git', ['rev-parse', 'HEAD'], { isQuiet: true });
const selected = proofs.filter((proof) => !only || proof.name === only);
const done = await readLegs();
const left = legsLeft(selected, done, commit);
console.log(`${left.length} legs left at ${commit.slice(0, 10)}`);
if (left.some(({ proof }) => proof.file.startsWith('e2e/')))
  await buildConsole(project, (text) => console.log(`console: ${text}`));
let red = 0;
for (const { proof, leg } of left) {
  const began = Date.now();
  const args = [
    toolPath('vitest', 'vitest.mjs'),
    'run',
    join(project, proof.file),
    '--testTimeout',
    '7200000',
  ];
  const { code, output } = await run(process.execPath, args, {
    isQuiet: true,
    env: { TEST_PROOFS: 'whole', NO_COLOR: '1' },
  });
  const seconds = Math.round((Date.now() - began) / 1000);
  const date = new Date().toISOString().slice(0, 10);
  const isGreen = code === 0;
  done.push({ proof: proof.name, leg, commit, date, seconds, isGreen, figures: figuresIn(output) });
  await keepLegs(done);
  await writeSection('docs/tests.md', 'proofs', tableOf(proofs, done));
  console.log(
    `${isGreen ? 'ok    ' : 'FAILED'}  ${proof.name}, leg ${leg + 1} of ${proof.legs}, ${seconds} s`,
  );
  if (!isGreen) {
    red += 1;
    console.log(output);
  }
}
console.log(`proofs: ${left.length - red} legs passed, ${red} failed`);
process.exitCode = red === 0 ? 0 : 1;
