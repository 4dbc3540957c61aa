import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { project } from '../run.ts';
import { readHowTo } from './readHowTo.ts';

/* npm run how-to:files: how many files each example of docs/how-to-add.md adds or edits, without texts,
   migrations and tests. */
for (const { title, steps } of readHowTo(await readFile(join(project, 'docs/how-to-add.md'), 'utf8'))) {
  const paths = new Set(steps.flatMap((step) => ('path' in step ? [step.path] : [])));
  const files = [...paths].filter((path) => !/\.test\.tsx?$|\/test\//.test(path));
  console.log(`${title}: ${files.length}\n${files.map((path) => `  ${path}`).join('\n')}`);
}
