import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { project } from './run.ts';
import { readResults } from './testResults.ts';

const { values } = parseArgs({ options: { area: { type: 'string' }, missing: { type: 'boolean' } } });

const table = await readFile(join(project, 'docs/requirements.tsv'), 'utf8');
const statements = table
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [id, , area, statement] = line.split('\t');
    return { id: id!, area: area!, statement: statement! };
  })
  .filter(({ area }) => !values.area || area === values.area);

const results = await readResults();
if (results.length === 0) {
  console.error('There are no test results; run npm test first.');
  process.exit(1);
}
const idsIn = (title: string) => title.match(/\b[AB]-\d+(?:\.\d+)?-\d{3}\b/g) ?? [];
const proven = new Set(
  results.filter(({ status }) => status === 'passed').flatMap(({ title }) => idsIn(title)),
);
const broken = new Set(
  results.filter(({ status }) => status === 'failed').flatMap(({ title }) => idsIn(title)),
);

const areas = Map.groupBy(statements, ({ area }) => area);
for (const [area, members] of [...areas].toSorted(([a], [b]) => a.localeCompare(b))) {
  const count = members.filter(({ id }) => proven.has(id) && !broken.has(id)).length;
  console.log(`${area.padEnd(22)}${String(count).padStart(4)} of ${members.length}`);
}
if (values.area || values.missing) {
  for (const { id, statement } of statements) {
    const mark = broken.has(id) ? 'FAILED ' : proven.has(id) ? 'proven ' : 'missing';
    if (!values.missing || mark !== 'proven ') console.log(`${mark}  ${id.padEnd(11)} ${statement}`);
  }
}
const total = statements.filter(({ id }) => proven.has(id) && !broken.has(id)).length;
console.log(`${total} of ${statements.length} statements have a passing test`);
