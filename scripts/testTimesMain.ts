import { writeSection } from './house/section.ts';
import { project } from './run.ts';
import { readReports } from './testResults.ts';
import { timesOf } from './testTimes.ts';

/* npm run test:times [-- --write]: the times of the last test run; with --write also into docs/tests.md. */
const reports = await readReports();
if (reports.size === 0) {
  console.error('No results of a test run are here; npm test leaves them.');
  process.exitCode = 1;
} else {
  const text = timesOf(reports, project);
  console.log(text);
  if (process.argv.includes('--write')) await writeSection('docs/tests.md', 'times', text);
}
