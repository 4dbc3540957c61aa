import { LEAST_LIMITED_DAYS, type RetentionSetting } from '@gatehouse/contract/settings/retention.ts';
import type { Database } from '../../platform/database.ts';
import { countRunsBefore, removeRunsBefore } from '../../platform/jobs/runs.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Removed, Span } from '../../platform/statements/aged.ts';
import { countPastSecretsBeyond } from '../../resources/accounts/account/statements.ts';
import {
  countRequestsBefore,
  removeRequestsBefore,
} from '../../resources/accounts/integrationlog/statements.ts';
import { countTransfersBefore, removeTransfersBefore } from '../../resources/audits/ftplog/statements.ts';
import { countJobLogsBefore, removeJobLogsBefore } from '../../resources/audits/joblog/statements.ts';
import { removeDeliveriesBefore } from '../../resources/audits/messagelog/statements.ts';
import {
  countOperateLogsBefore,
  removeOperateLogsBefore,
} from '../../resources/audits/operatelog/statements.ts';
import {
  countPasswordChangesBefore,
  removePasswordChangesBefore,
} from '../../resources/audits/passwordchangelog/statements.ts';
import {
  countLoginLogsBefore,
  removeLoginLogsBefore,
} from '../../resources/audits/userloginlog/statements.ts';
import { removeMessagesBefore } from '../../resources/notifications/sitemessage/statements.ts';
import { countUnlistedJobsBefore, removeUnlistedJobsBefore } from '../../resources/ops/job/statements.ts';
import { countJobRunsBefore, removeJobRunsBefore } from '../../resources/ops/jobexecution/statements.ts';
import { countCommandsBefore, removeCommandsBefore } from '../../resources/terminal/command/statements.ts';
import { countSessionsBefore, removeSessionsBefore } from '../../resources/terminal/session/statements.ts';
import { removeTasksBefore } from '../../resources/terminal/task/statements.ts';
import { removeLoadsBefore } from '../../resources/terminal/terminal/statements.ts';
import { countActivitiesBefore, removeActivitiesBefore } from '../audit/activity.ts';
import { removeTokensBefore } from '../connect/tokens.ts';
import { countWorkBefore, removeWorkBefore } from '../machineWork/oldWork.ts';

/** Rows whose age a setting limits, in days. */
export type Retention = {
  days: RetentionSetting;
  /** Removes a batch of the rows from before a moment. */
  remove(before: Date, batch: Batch, db: Database): Promise<Removed>;
  /** Counts the rows from before a moment, up to `most`. */
  count(before: Date, most: number, db: Database): Promise<number>;
};

type Batch = Pick<Span, 'limit' | 'from'>;
type Remove = (span: Span, db: Database) => Promise<Removed>;
type Count = (span: Span, db: Database) => Promise<number>;

const isoOf = (moment: Date): string => moment.toISOString();
const secondsOf = (moment: Date): string => String(Math.floor(moment.getTime() / 1000));

const byTime = (days: RetentionSetting, remove: Remove, count: Count, timeOf = isoOf): Retention => ({
  days,
  remove: (before, batch, db) => remove({ before: timeOf(before), ...batch }, db),
  count: (before, limit, db) => count({ before: timeOf(before), limit }, db),
});

/** What the nightly clean-up removes by age, by table, in the order in which it does (reference 07 §13.3). */
export const retentions: Readonly<Record<string, Retention>> = {
  audits_userloginlog: byTime('LOGIN_LOG_KEEP_DAYS', removeLoginLogsBefore, countLoginLogsBefore),
  audits_operatelog: byTime('OPERATE_LOG_KEEP_DAYS', removeOperateLogsBefore, countOperateLogsBefore),
  accounts_integrationlog: byTime('OPERATE_LOG_KEEP_DAYS', removeRequestsBefore, countRequestsBefore),
  audits_ftplog: byTime('FTP_LOG_KEEP_DAYS', removeTransfersBefore, countTransfersBefore),
  audits_activitylog: byTime('ACTIVITY_LOG_KEEP_DAYS', removeActivitiesBefore, countActivitiesBefore),
  ops_celerytaskexecution: byTime('TASK_LOG_KEEP_DAYS', removeRunsBefore, countRunsBefore),
  ops_jobexecution: byTime('JOB_EXECUTION_KEEP_DAYS', removeJobRunsBefore, countJobRunsBefore),
  ops_job: byTime('JOB_EXECUTION_KEEP_DAYS', removeUnlistedJobsBefore, countUnlistedJobsBefore),
  audits_joblog: byTime('JOB_EXECUTION_KEEP_DAYS', removeJobLogsBefore, countJobLogsBefore),
  ops_machinework: byTime('TASK_LOG_KEEP_DAYS', removeWorkBefore, countWorkBefore),
  terminal_command: byTime(
    'TERMINAL_SESSION_KEEP_DURATION',
    removeCommandsBefore,
    countCommandsBefore,
    secondsOf,
  ),
  terminal_session: byTime('TERMINAL_SESSION_KEEP_DURATION', removeSessionsBefore, countSessionsBefore),
  audits_passwordchangelog: byTime(
    'PASSWORD_CHANGE_LOG_KEEP_DAYS',
    removePasswordChangesBefore,
    countPasswordChangesBefore,
  ),
};

/**
 * What the nightly clean-up removes after a fixed number of days, by table: heartbeats, finished tasks, messages,
 * deliveries and expired connection tokens.
 */
export const traces: Readonly<Record<string, { days: number; remove: Remove }>> = {
  terminal_status: { days: 1, remove: removeLoadsBefore },
  terminal_task: { days: 30, remove: removeTasksBefore },
  notifications_sitemessage: { days: 365, remove: removeMessagesBefore },
  audits_messagelog: { days: 365, remove: removeDeliveriesBefore },
  authentication_connectiontoken: { days: 30, remove: removeTokensBefore },
};

/** The least number of days for which any row is kept. */
export const leastDays = (settings: Pick<Settings, 'get'>): number =>
  settings.get('LIMIT_SUPER_PRIV') ? LEAST_LIMITED_DAYS : 1;

/** Number of days that a setting keeps rows. */
export const keptDays = (settings: Settings, name: RetentionSetting): number =>
  Math.max(leastDays(settings), Number(settings.get(name)));

/** From this value of `HISTORY_ACCOUNT_CLEAN_LIMIT` on, all stored secrets of an account are kept. */
const neverLimit = 999;

/** How many secrets of each account a limit keeps; undefined for all. */
export const keptSecrets = (limit: number): number | undefined =>
  limit >= neverLimit ? undefined : Math.max(1, limit);

/** Counts the past secrets that a clean-up with this limit removes, up to `most`. */
export const countExcessSecrets = async (limit: number, most: number, db: Database): Promise<number> => {
  const kept = keptSecrets(limit);
  return kept === undefined ? 0 : countPastSecretsBeyond(kept, most, db);
};

const dayMs = 86_400_000;

/** The moment so many days before another. */
export const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * dayMs);
