import { z } from 'zod';
import { openPool } from '../../src/platform/database.ts';
import { createEvents } from '../../src/platform/events.ts';
import { createJobs } from '../../src/platform/jobs/createJobs.ts';
import { defineJob, handleJob } from '../../src/platform/jobs/defineJob.ts';
import { createNotices } from '../../src/platform/notices.ts';

/** A server with only jobs, in its own process so that a test may kill it. */
const { DATABASE: url = '', CRON: cron, AHEAD: ahead = '0', HANG: hanging = '' } = process.env;
const usual = { payload: z.object({}), concurrency: 1, timeoutSeconds: 60, isStoppable: true };

const scheduled = cron
  ? [
      handleJob(defineJob({ ...usual, name: 'scheduled', schedule: { cron }, retries: 0 }), async (_, run) =>
        console.log(`run ${run.id}`),
      ),
    ]
  : [];
const hangs = hanging
  .split(',')
  .filter(Boolean)
  .map((name) =>
    handleJob(
      defineJob({ ...usual, name, retries: name === 'again' ? 1 : 0 }),
      () => new Promise(() => undefined),
    ),
  );

const notices = createNotices(url);
const jobs = createJobs({
  pool: openPool(url, 4),
  notices,
  events: createEvents(notices),
  zone: 'UTC',
  now: () => new Date(Date.now() + Number(ahead)),
  pace: { poll: 1, cron: 1, heartbeat: 10, supervise: 1 },
});
await jobs.start([...scheduled, ...hangs], (error) => console.error(error));
console.log('ready');
