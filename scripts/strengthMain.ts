import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ownFiles } from './near/gitFiles.ts';
import { distances, readImporters } from './near/importers.ts';
import { nearTests } from './near/nearTests.ts';
import { project } from './run.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';
import { changedLines } from './strength/changedLines.ts';
import { openCompiler } from './strength/compiling.ts';
import { type Mutant, mutantsOf, withMutant } from './strength/mutants.ts';
import { type Ending, endRuns, failingFiles, runTests } from './strength/runTests.ts';
import { sample } from './strength/sample.ts';
import { readMeasuredSeconds } from './testResults.ts';

/*
 * npm run test:strength -- --since <commit> [--sample 200] [--seed 1] [--minutes 60]
 *
 * Sets one fault after the other into lines that changed since the commit, runs the tests nearest to it, and names the
 * faults that no test noticed. Faults that do not compile are not drawn. All happens in copies of the checkout; the seed
 * decides which faults are drawn.
 */
const { values } = parseArgs({
  options: {
    since: { type: 'string', default: 'HEAD~1' },
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
  },
});
const deadline = Date.now() + Number(values.minutes) * 60_000;
/** Usual limits for the tests of one fault: the nearest first, then many more for faults they missed. */
const [nearSeconds, farSeconds] = [20, 150];
/** Factor for a busy machine. */
const patience = 4;
/** Two copies work in parallel: one for each core of the usual machine. */
const copies = 2;

const [files, times] = await Promise.all([ownFiles(), readMeasuredSeconds()]);
const importers = await readImporters(project, files);
const testsOf = (file: string, budgetSeconds: number): string[] =>
  nearTests({
    changed: [file],
    files: files.filter((file) => !file.startsWith('e2e/')),
    distance: distances([file], importers),
    secondsOf: (test) => 0.5 + (times.get(test) ?? 2),
    budgetSeconds,
  }).chosen;

const drawMutants = async (): Promise<{ all: number; drawn: Mutant[] }> => {
  const all: Mutant[] = [];
  for (const [file, lines] of await changedLines(values.since))
    all.push(...mutantsOf(file, await readFile(join(project, file), 'utf8'), lines));
  const compiles = openCompiler(project);
  const drawn: Mutant[] = [];
  for (const mutant of sample(all, all.length, Number(values.seed))) {
    if (drawn.length >= Number(values.sample)) break;
    if (compiles(mutant)) drawn.push(mutant);
  }
  return { all: all.length, drawn };
};

const attempt = async ({ path }: Sandbox, mutant: Mutant, tests: readonly string[], seconds: number) => {
  const place = join(path, mutant.file);
  const text = await readFile(place, 'utf8');
  await writeFile(place, withMutant(text, mutant));
  try {
    return await runTests(path, tests, { seconds });
  } finally {
    await writeFile(place, text);
  }
};

const nameOf = ({ file, line, kind, original, replacement }: Mutant) => {
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 60);
  return `${file}:${line} ${kind}: ${short(original)} → ${short(replacement)}`;
};

const { all, drawn } = await drawMutants();
console.log(
  `${all} faults can be set into what changed since ${values.since}; ${drawn.length} that compile drawn`,
);
const sandboxes = await Promise.all(Array.from({ length: copies }, () => makeSandbox(project, files)));
const clear = () => Promise.all(sandboxes.map((sandbox) => sandbox.remove()));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endRuns();
    void clear().then(() => process.exit(130));
  });

/** The outcome of each fault; missing where time ran out. */
const outcomes = new Map<Mutant, Ending | 'untested'>();
let broken: ReadonlySet<string> = new Set();

/** Tries the remaining faults one by one with the tests within reach. */
const work = async (sandbox: Sandbox, queue: Mutant[], reach: number): Promise<void> => {
  for (let mutant = queue.shift(); mutant && Date.now() < deadline; mutant = queue.shift()) {
    const known = new Set(reach === farSeconds ? testsOf(mutant.file, nearSeconds) : []);
    const tests = testsOf(mutant.file, reach).filter((test) => !broken.has(test) && !known.has(test));
    if (tests.length === 0) {
      if (known.size === 0) outcomes.set(mutant, 'untested');
      continue;
    }
    const ending = await attempt(sandbox, mutant, tests, reach * patience);
    outcomes.set(mutant, ending);
    const isAlive = ending === 'green' ? 'SURVIVED' : 'noticed ';
    console.log(`${outcomes.size}/${drawn.length} ${isAlive} ${nameOf(mutant)}`);
  }
};
const found = (...endings: (Ending | 'untested')[]) =>
  [...outcomes].filter(([, outcome]) => endings.includes(outcome)).map(([mutant]) => mutant);

try {
  const union = new Set(drawn.flatMap(({ file }) => testsOf(file, nearSeconds)));
  if (union.size > 0)
    broken = await failingFiles(sandboxes[0]!.path, [...union], Number(values.minutes) * 20);
  if (broken.size > 0) console.log(`Fail without a fault, and are left out:\n  ${[...broken].join('\n  ')}`);
  for (const [reach, queue] of [
    [nearSeconds, () => [...drawn]],
    [farSeconds, () => found('green')],
  ] as const) {
    const left = queue();
    if (reach === farSeconds)
      console.log(`${left.length} survived the nearest tests; now those farther away`);
    await Promise.all(sandboxes.map((sandbox) => work(sandbox, left, reach)));
  }
} finally {
  await clear();
}
const list = (title: string, mutants: readonly Mutant[]) => {
  if (mutants.length > 0) console.log(`\n${title}:\n  ${mutants.map(nameOf).toSorted().join('\n  ')}`);
};
list('Survived', found('green'));
list('No test is near', found('untested'));
const [tried, noticed, hung] = [outcomes.size, found('red', 'hung').length, found('hung').length];
const rate = tried > 0 ? ((100 * noticed) / tried).toFixed(1) : '0';
const rest = drawn.length > tried ? `; the time was too short for ${drawn.length - tried}` : '';
console.log(
  `\nstrength: ${noticed} of ${tried} faults noticed (${rate} %), ${hung} of them by tests that hung; seed ${values.seed}${rest}`,
);
