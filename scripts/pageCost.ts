import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { everyDefinition } from '../packages/contract/src/resources/all.ts';
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
for (const [owner, lines] of [...sums].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(`${owner.padEnd(32)}${String(lines).padStart(6)}`);
const total = counted.reduce((sum, { lines }) => sum + lines, 0);
const free = [...sums.values()].filter((lines) => lines === 0).length;
console.log(
  `${total} lines in ${files.length} files; ${free} of ${everyDefinition.length} resources cost none`,
);
