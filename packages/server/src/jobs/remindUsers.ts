import { z } from 'zod';
import {
  remindAdminsOfPermissions,
  remindOfAccounts,
  remindOfPasswords,
  remindOfPermissions,
} from '../flows/reminders/remind.ts';
import type { Database } from '../platform/database.ts';
import { defineJob, handleJob, type Job } from '../platform/jobs/defineJob.ts';
import type { Settings } from '../platform/settings.ts';

const common = {
  payload: z.object({}),
  concurrency: 1,
  timeoutSeconds: 3600,
  isStoppable: false,
  // A second attempt would remind those again whom the first has reached.
  retries: 0,
} as const;

const ofPasswords = defineJob({ name: 'remind_passwords', schedule: { cron: '0 10 * * *' }, ...common });
const ofPermissions = defineJob({ name: 'remind_permissions', schedule: { cron: '0 10 * * *' }, ...common });
const ofAccounts = defineJob({ name: 'remind_accounts', schedule: { cron: '0 14 * * *' }, ...common });

/** Reminds users each day of passwords, accounts and permissions that expire (reference 07 §13.3). */
export const remindUsersJobs = ({ db, settings }: { db: Database; settings: Settings }): Job[] => [
  handleJob(ofPasswords, async (_payload, run) => run.log(`users: ${await remindOfPasswords(db, settings)}`)),
  handleJob(ofPermissions, async (_payload, run) => {
    run.log(`users: ${await remindOfPermissions(db)}`);
    run.log(`administrators: ${await remindAdminsOfPermissions(db)}`);
  }),
  handleJob(ofAccounts, async (_payload, run) => run.log(`users: ${await remindOfAccounts(db)}`)),
];
