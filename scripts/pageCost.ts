import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { everyDefinition } from '../packages/contract/src/resources/all.ts';
import { referenceLines } from './referenceCost.ts';
import { project } from './run.ts';

const root = join(project, 'packages/console/src/resources');

const isCode = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);

/** Lines that say something: neither empty nor a comment alone. */
const linesIn = async (path: string): Promise<number> =>
  (await readFile(path, 'utf8')).split('\n').filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length;

const files = (await readdir(root, { recursive: true })).filter(isCode);
const counted = await Promise.all(
  files.map(async (file) => {
    const [app = '', name, rest] = file.split('/');
    const owner = rest ? `${app}.${name}` : name ? `${app} (shared)` : 'all (shared)';
    return { owner, lines: await linesIn(join(root, file)) };
  }),
);

/** `npm run page:cost`: the lines of the console that are about one resource; a resource that is only declared costs none. */
const sums = new Map<string, number>();
for (const { app, name } of everyDefinition) sums.set(`${app}.${name}`, 0);
for (const { owner, lines } of counted) sums.set(owner, (sums.get(owner) ?? 0) + lines);
const shownBeside = (owner: string, lines: number): string => {
  const reference = referenceLines[owner];
  const share = reference === undefined ? '' : `${Math.round((100 * lines) / reference)} %`;
  return `${String(reference ?? '–').padStart(11)}${share.padStart(8)}`;
};
console.log(`${'resource'.padEnd(32)}${'ours'.padStart(6)}${'reference'.padStart(11)}${'share'.padStart(8)}`);
for (const [owner, lines] of [...sums].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(`${owner.padEnd(32)}${String(lines).padStart(6)}${shownBeside(owner, lines)}`);
const total = counted.reduce((sum, { lines }) => sum + lines, 0);
const free = [...sums.values()].filter((lines) => lines === 0).length;
console.log(
  `${total} lines in ${files.length} files; ${free} of ${everyDefinition.length} resources cost none`,
);
const known = Object.entries(referenceLines);
const ours = known.reduce((sum, [owner]) => sum + (sums.get(owner) ?? 0), 0);
const theirs = known.reduce((sum, [, lines]) => sum + lines, 0);
console.log(
  `Where the reference is known: ${ours} lines here, ${theirs} there; the goal is below half of them.`,
);
