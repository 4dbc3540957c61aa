import { z } from 'zod';
import {
  remindAdminsOfPermissions,
  remindOfAccounts,
  remindOfPasswords,
  remindOfPermissions,
} from '../flows/reminders/remind.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { defineJob, handleJob, type Job, type Run } from '../platform/jobs/defineJob.ts';
import type { Settings } from '../platform/settings.ts';

const common = {
  payload: z.object({}),
  concurrency: 1,
  timeoutSeconds: 3600,
  isStoppable: true,
  // Each user is reminded once a day, so another attempt goes on with the others.
  retries: 2,
  retryDelaySeconds: 300,
} as const;
const daily = (hour: number) => ({ cron: `0 ${hour} * * *`, catchUp: true });

const ofPasswords = defineJob({ name: 'remind_passwords', schedule: daily(10), ...common });
const ofPermissions = defineJob({ name: 'remind_permissions', schedule: daily(10), ...common });
const ofAccounts = defineJob({ name: 'remind_accounts', schedule: daily(14), ...common });

type Deps = { db: Database; settings: Settings; config: Pick<Config, 'GATEHOUSE_TIME_ZONE'> };

/** Reminds users each day of passwords, accounts and permissions that expire (reference 07 §13.3). */
export const remindUsersJobs = ({ db, settings, config }: Deps): Job[] => {
  const paceOf = ({ signal }: Pick<Run, 'signal'>) => ({ zone: config.GATEHOUSE_TIME_ZONE, signal });
  return [
    handleJob(ofPasswords, async (_payload, run) =>
      run.log(`users: ${await remindOfPasswords(db, settings, paceOf(run))}`),
    ),
    handleJob(ofPermissions, async (_payload, run) => {
      run.log(`users: ${await remindOfPermissions(db, paceOf(run))}`);
      run.log(`administrators: ${await remindAdminsOfPermissions(db, paceOf(run))}`);
    }),
    handleJob(ofAccounts, async (_payload, run) =>
      run.log(`users: ${await remindOfAccounts(db, paceOf(run))}`),
    ),
  ];
};
