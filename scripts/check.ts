import { parseArgs } from 'node:util';
import { brokenFloorsHere } from './floors.ts';
import { checkHouse } from './house/checkHouse.ts';
import { project, run, toolPath } from './run.ts';
import { checkSql } from './sql/checkSql.ts';

/* npm run check [-- --write] [--only <name>]…: all checks, or those named. */
const { write: isWriting, only } = parseArgs({
  options: { write: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
}).values;
const tool = (name: string, script: string, args: string[]) => async () => {
  const { code, output } = await run(process.execPath, [toolPath(name, script), ...args], { isQuiet: true });
  return code === 0 ? [] : [output];
};

const checks: [name: string, check: () => Promise<string[]>][] = [
  ['house rules', () => checkHouse(project, isWriting)],
  ['types', tool('typescript', 'bin/tsc', ['-p', 'tsconfig.json', '--noEmit'])],
  ['types of the console', tool('typescript', 'bin/tsc', ['-p', 'packages/console', '--noEmit'])],
  [
    'format and lint',
    tool('@biomejs/biome', 'bin/biome', ['check', '--error-on-warnings', ...(isWriting ? ['--write'] : [])]),
  ],
  ['floors', () => brokenFloorsHere(project)],
  ['SQL', () => checkSql(project)],
  ['unused code', tool('knip', 'bin/knip.js', ['--no-progress'])],
];

let failed = 0;
for (const [name, check] of checks.filter(([name]) => only?.includes(name) ?? true)) {
  const problems = await check().catch((error: Error) => [error.stack ?? error.message]);
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${name}`);
  if (problems.length > 0) {
    failed += 1;
    console.log(problems.join('\n').replace(/^/gm, '        '));
  }
}
console.log(failed === 0 ? 'checks: all passed' : `checks: ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
