import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ownFiles } from './near/gitFiles.ts';
import { distances, readImporters } from './near/importers.ts';
import { nearTests } from './near/nearTests.ts';
import { project } from './run.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';
import { functionAround, readCalls } from './strength/calls.ts';
import { changedLines } from './strength/changedLines.ts';
import { openCompiler } from './strength/compiling.ts';
import { type Mutant, mutantsOf, withMutant } from './strength/mutants.ts';
import { type Ending, endRuns, failingFiles, runTests } from './strength/runTests.ts';
import { sample } from './strength/sample.ts';
import { survivors } from './strength/survivors.ts';
import { readMeasuredSeconds } from './testResults.ts';

/*
 * npm run test:strength -- --since <commit> [--sample 200] [--seed 1] [--minutes 60]
 *   [--under packages/server/src/] [--calls <folder>] [--copies 2] [--again <file>]
 *
 * Injects one fault at a time into lines that changed since the commit, runs the tests nearest to it, and
 * names the faults that no test noticed. Faults that do not compile are not drawn. Everything happens in
 * copies of the checkout; the seed decides which faults are drawn. `--calls` keeps in a folder what each test
 * file calls, so that later runs on nearly the same commit need no run without a fault first. `--again` takes, instead of a
 * sample, the faults that the kept output of an earlier run names as survived.
 */
const { values } = parseArgs({
  options: {
    since: { type: 'string', default: 'HEAD~1' },
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    under: { type: 'string', default: 'packages/' },
    calls: { type: 'string' },
    copies: { type: 'string', default: '2' },
    again: { type: 'string' },
  },
});
const deadline = Date.now() + Number(values.minutes) * 60_000;
/**
 * Seconds of tests for one fault on a quiet machine: the nearest first, then many more for faults they
 * missed.
 */
const [nearSeconds, farSeconds] = [20, 150];
/** Factor by which time limits are extended, because the machine may be busy. */
const patience = 4;
/** Copies that work in parallel: by default one for each core of the usual machine. */
const copies = Number(values.copies);

const [files, times] = await Promise.all([ownFiles(), readMeasuredSeconds()]);
const importers = await readImporters(project, files);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const unitTests = files.filter((file) => isTest(file) && file.startsWith('packages/'));
/** Sources that tests also run in separate processes: which functions are called there is not known. */
const ownProcesses = /^packages\/(gateway|launcher|runner|component)\//;

let callersOf: Awaited<ReturnType<typeof readCalls>> = () => new Set();
/**
 * The nearest tests that call the function with the fault, or that may call it where that is not known, as
 * far as they fit into the time.
 */
const testsOf = ({ file, around }: Fault, budgetSeconds: number): string[] => {
  const callers = around === undefined ? undefined : callersOf(file, around);
  const isKnown = callers && (callers.size > 0 || !ownProcesses.test(file));
  const isWanted = (file: string) =>
    !file.startsWith('e2e/') && !(isTest(file) && isKnown && !callers.has(file));
  // A test that calls the function without importing its file, as through a registry, comes last.
  const distance = new Map([...(callers ?? [])].map((test) => [test, 100]));
  for (const [other, imports] of distances([file], importers)) distance.set(other, imports);
  return nearTests({
    changed: [file],
    files: files.filter(isWanted),
    distance,
    secondsOf: (test) => 0.5 + (times.get(test) ?? 2),
    budgetSeconds,
  }).chosen.filter((test) => !broken.has(test));
};

/** A fault, and the function it is in. */
type Fault = Mutant & { around: string | undefined };

const nameOf = ({ file, line, kind, original, replacement }: Mutant) => {
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 60);
  return `${file}:${line} ${kind}: ${short(original)} → ${short(replacement)}`;
};

const drawFaults = async (): Promise<{ all: number; drawn: Fault[] }> => {
  const all: Mutant[] = [];
  const texts = new Map<string, string>();
  for (const [file, lines] of await changedLines(values.since)) {
    if (!file.startsWith(values.under)) continue;
    const text = await readFile(join(project, file), 'utf8');
    texts.set(file, text);
    all.push(...mutantsOf(file, text, lines));
  }
  const placed = (mutant: Mutant): Fault => ({
    ...mutant,
    around: functionAround(mutant.file, texts.get(mutant.file) ?? '', mutant.start),
  });
  if (values.again) {
    const names = survivors(await readFile(values.again, 'utf8'));
    return { all: all.length, drawn: all.filter((mutant) => names.has(nameOf(mutant))).map(placed) };
  }
  const compiles = openCompiler(project);
  const drawn: Fault[] = [];
  for (const mutant of sample(all, all.length, Number(values.seed))) {
    if (drawn.length >= Number(values.sample)) break;
    if (compiles(mutant)) drawn.push(placed(mutant));
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

const { all, drawn } = await drawFaults();
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
const outcomes = new Map<Fault, Ending | 'untested'>();
let broken: ReadonlySet<string> = new Set();

/** Tries the remaining faults one by one with the tests within reach. */
const work = async (sandbox: Sandbox, queue: Fault[], reach: number): Promise<void> => {
  for (let mutant = queue.shift(); mutant && Date.now() < deadline; mutant = queue.shift()) {
    const known = new Set(reach === farSeconds && !values.again ? testsOf(mutant, nearSeconds) : []);
    const tests = testsOf(mutant, reach).filter((test) => !known.has(test));
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
  const calls = resolve(values.calls ?? join(sandboxes[0]!.path, 'test-results/calls'));
  const brokenFile = join(calls, 'broken.txt');
  const known = await readFile(brokenFile, 'utf8').catch(() => undefined);
  if (known === undefined) {
    broken = await failingFiles(sandboxes[0]!.path, unitTests, {
      seconds: Number(values.minutes) * 20,
      calls,
    });
    await writeFile(brokenFile, [...broken].join('\n'));
  } else broken = new Set(known.split('\n').filter(Boolean));
  callersOf = await readCalls(calls);
  if (broken.size > 0) console.log(`Fail without a fault, and are left out:\n  ${[...broken].join('\n  ')}`);
  const near = [nearSeconds, () => [...drawn]] as const;
  const far = [farSeconds, () => found('green')] as const;
  // Faults that survived the nearest tests before are tried with all that the time allows at once.
  const rounds = values.again ? ([[farSeconds, near[1]]] as const) : [near, far];
  for (const [reach, queue] of rounds) {
    const left = queue();
    if (rounds.length > 1 && reach === farSeconds)
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
