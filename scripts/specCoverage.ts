import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { project } from './run.ts';
import { type Mark, marksOf, summaryOf, wronglyWithoutPage } from './spec/coverage.ts';
import { onlyNegative } from './spec/negativeTests.ts';
import { withoutPage } from './spec/withoutPage.ts';
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
  });

const results = await readResults();
if (results.length === 0) {
  console.error('There are no test results; run npm test first.');
  process.exit(1);
}
const marks = marksOf(statements, results, withoutPage);
const markOf = (id: string): Mark => marks.get(id) ?? 'missing';
const isProven = (mark: Mark) => mark !== 'missing' && mark !== 'FAILED';

const shown = statements.filter(({ area }) => !values.area || area === values.area);
const areas = Map.groupBy(shown, ({ area }) => area);
for (const [area, members] of [...areas].toSorted(([a], [b]) => a.localeCompare(b))) {
  const count = members.filter(({ id }) => isProven(markOf(id))).length;
  console.log(`${area.padEnd(22)}${String(count).padStart(4)} of ${members.length}`);
}

const texts: { file: string; text: string }[] = [];
const places = '{packages/*/{src,test,gallery},e2e/tests,scripts}/**/*.test.{ts,tsx}';
for await (const file of glob(places, { cwd: project }))
  texts.push({ file, text: await readFile(join(project, file), 'utf8') });
const negative = onlyNegative(texts);
if (values.area || values.missing) {
  for (const { id, statement } of shown) {
    const mark = markOf(id);
    const note = negative.has(id) ? ' (its tests only look for absence)' : '';
    if (!values.missing || !isProven(mark))
      console.log(`${mark.padEnd(8)} ${id.padEnd(11)} ${statement}${note}`);
  }
}
const doubtful = shown.filter(({ id }) => isProven(markOf(id)) && negative.has(id)).map(({ id }) => id);
if (doubtful.length > 0) console.log(`Only by the absence of something: ${doubtful.join(' ')}`);
for (const [id, reason] of Object.entries(withoutPage))
  if (markOf(id) === 'no page') console.log(`No page yet: ${id}, ${reason}`);
console.log(summaryOf(shown.map(({ id }) => markOf(id))));

const wrong = wronglyWithoutPage(statements, results, withoutPage);
if (wrong.length > 0) {
  console.error(
    `scripts/spec/withoutPage.ts is out of date: ${wrong.join(' ')} ${wrong.length > 1 ? 'have' : 'has'} a page`,
  );
  process.exitCode = 1;
}
