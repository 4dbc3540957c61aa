import { z } from 'zod';
import { databaseOf, openPool } from '../../src/platform/database.ts';
import { createEvents } from '../../src/platform/events.ts';
import { createJobs } from '../../src/platform/jobs/createJobs.ts';
import { defineJob, handleJob } from '../../src/platform/jobs/defineJob.ts';
import { keepWorker } from '../../src/platform/jobs/workers.ts';
import { createNotices } from '../../src/platform/notices.ts';

/** A server with only jobs, in its own process so that a test may kill it. */
const { DATABASE: url = '', CRON: cron, AHEAD: ahead = '0', HANG: hanging = '' } = process.env;
/** With a name it shows that it is there. */
const { SERVER: name, HEARTBEAT: heartbeat = '10' } = process.env;
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
const pool = openPool(url, 4);
const jobs = createJobs({
  pool,
  notices,
  events: createEvents(notices),
  zone: 'UTC',
  now: () => new Date(Date.now() + Number(ahead)),
  ...(name && { server: name }),
  pace: { poll: 1, cron: 1, heartbeat: Number(heartbeat), supervise: 1 },
});
await jobs.start([...scheduled, ...hangs], (error) => console.error(error));
if (name)
  await keepWorker(name, { db: databaseOf(pool), notices }, { gone: async () => {}, failed: console.error });
console.log('ready');
