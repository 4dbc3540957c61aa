import { parseArgs } from 'node:util';
import { brokenFloorsHere } from './floors.ts';
import { checkHouse } from './house/checkHouse.ts';
import { project, run, toolPath } from './run.ts';
import { checkSql } from './sql/checkSql.ts';

/* npm run check [-- --write] [--only <name>]…: all checks, or those named. */
const { write: isWriting, only } = parseArgs({
  options: { write: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
}).values;
const atOnce = 2;
const tool = (name: string, script: string, args: string[]) => async () => {
  const { code, output } = await run(process.execPath, [toolPath(name, script), ...args], { isQuiet: true });
  return code === 0 ? [] : [output];
};

/** Checks the types of a project; what did not change since the last check is not checked again. */
const types = (name: string, at: string) =>
  tool('typescript-7', 'bin/tsc', [
    ...['-p', at, '--noEmit', '--incremental', '--singleThreaded'],
    ...['--tsBuildInfoFile', `node_modules/.cache/gatehouse/${name}.tsbuildinfo`],
  ]);

// The check that generates sources comes first, then the slowest: two at a time fill two cores.
const checks: [name: string, check: () => Promise<string[]>][] = [
  ['house rules', () => checkHouse(project, isWriting)],
  ['types of the console', types('console', 'packages/console')],
  ['types', types('programs', 'tsconfig.json')],
  ['SQL', () => checkSql(project)],
  ['unused code', tool('knip', 'bin/knip.js', ['--no-progress'])],
  ['floors', () => brokenFloorsHere(project)],
  [
    'format and lint',
    tool('@biomejs/biome', 'bin/biome', ['check', '--error-on-warnings', ...(isWriting ? ['--write'] : [])]),
  ],
];

let failed = 0;
const waiting = checks.filter(([name]) => only?.includes(name) ?? true);
const work = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, check] = next;
    const problems = await check().catch((error: Error) => [error.stack ?? error.message]);
    console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${name}`);
    if (problems.length > 0) {
      failed += 1;
      console.log(problems.join('\n').replace(/^/gm, '        '));
    }
  }
};
// A check that writes has the files to itself.
await Promise.all(Array.from({ length: isWriting ? 1 : atOnce }, work));
console.log(failed === 0 ? 'checks: all passed' : `checks: ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
