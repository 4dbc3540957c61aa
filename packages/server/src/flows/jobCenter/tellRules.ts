import { displayOf } from '../../engine/context.ts';
import type { Database } from '../../platform/database.ts';
import type { JobRun } from '../../resources/ops/jobexecution/statements.ts';
import { storedUsers } from '../../resources/users/user/statements.ts';
import { notify } from '../notifications/notify.ts';
import { publishMessage } from '../notifications/publish.ts';
import type { JudgedHost } from './judgeHosts.ts';
import { withParameters } from './variables.ts';

/** Maximum length of a command, and of asset names, in a message, in characters. */
const longest = { command: 512, assets: 200 } as const;

type Ready = Extract<JudgedHost, { skipped?: undefined }>;

const nameOf = async (id: string, db: Database): Promise<string> => {
  const [user] = await storedUsers([id], db);
  return user ? displayOf(user) : '';
};

const commandOf = ({ definition, parameters }: JobRun): string =>
  withParameters(definition.args, definition, parameters).slice(0, longest.command).toWellFormed();

/** Sends subscribers the message that command filters refused a job. */
export const tellRefused = async (run: JobRun, { name, account }: Ready, db: Database): Promise<void> => {
  const params = {
    user: await nameOf(run.creator, db),
    ...{ asset: name, account: account.username, command: commandOf(run) },
  };
  await db.transaction((tx) =>
    publishMessage({ key: 'job_command_refused', params }, tx, { org: run.org_id }),
  );
};

/** Tells the reviewers of each command filter once that a job runs a command that the filter watches. */
export const tellWarned = async (run: JobRun, hosts: readonly JudgedHost[], db: Database): Promise<void> => {
  const watched = hosts.filter(
    (host): host is Ready => host.skipped === undefined && host.judgement.outcome === 'warning',
  );
  if (watched.length === 0) return;
  const user = await nameOf(run.creator, db);
  for (const some of Map.groupBy(watched, ({ judgement }) => judgement.rule?.id).values()) {
    const rule = some[0]?.judgement.rule;
    const reviewers = (await storedUsers(rule?.reviewers ?? [], db)).filter(({ is_active }) => is_active);
    if (!rule || reviewers.length === 0) continue;
    const names = some.map(({ name }) => name).join(', ');
    const params = {
      ...{ rule: rule.name, user, count: some.length, command: commandOf(run) },
      assets: names.length > longest.assets ? `${names.slice(0, longest.assets)}…` : names,
    };
    const ids = reviewers.map(({ id }) => id);
    await db.transaction((tx) => notify(ids, { key: 'job_command_warned', params }, tx, { org: run.org_id }));
  }
};

/** Tells the user of a run that it waits before its next machines. */
export const tellWaits = (
  { id, creator, org_id, definition }: JobRun,
  next: number,
  tx: Database,
): Promise<void> =>
  notify([creator], { key: 'job_paused', params: { job: definition.name, run: id, next } }, tx, {
    org: org_id,
  });
