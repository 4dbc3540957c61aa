import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { everyDefinition } from '../packages/contract/src/resources/all.ts';
import { pageOwner } from './pageOwners.ts';
import { referenceLines } from './referenceCost.ts';
import { project } from './run.ts';

const source = join(project, 'packages/console/src');

const isCode = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);

/** Lines of code: neither empty nor only a comment. */
const linesIn = async (path: string): Promise<number> =>
  (await readFile(path, 'utf8')).split('\n').filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length;

const everyFile = (await readdir(source, { recursive: true })).filter(isCode).toSorted();
const resources = new Set(everyDefinition.map(({ app, name }) => `${app}.${name}`));
const owned = everyFile.map((file) => ({ file, owner: pageOwner(file, resources) }));
const strays = owned.filter(({ owner }) => owner === null);
for (const { file } of strays) console.error(`nobody owns ${file}: it is in no resource, app, area or floor`);
if (strays.length > 0) process.exitCode = 1;
const counted = await Promise.all(
  owned.flatMap(({ file, owner }) =>
    owner ? [linesIn(join(source, file)).then((lines) => ({ owner, lines }))] : [],
  ),
);

/**
 * `npm run page:cost`: lines of the console by resource, area and shared code, beside those of the reference
 * console where known; a resource that is only declared costs none.
 */
const sums = new Map<string, number>();
for (const owner of resources) sums.set(owner, 0);
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
const free = [...resources].filter((owner) => sums.get(owner) === 0).length;
console.log(`${total} lines in ${counted.length} files; ${free} of ${resources.size} resources cost none`);
const known = Object.entries(referenceLines);
const ours = known.reduce((sum, [owner]) => sum + (sums.get(owner) ?? 0), 0);
const theirs = known.reduce((sum, [, lines]) => sum + lines, 0);
console.log(
  `Where the reference is known: ${ours} lines here, ${theirs} there; the goal is below half of them.`,
);
