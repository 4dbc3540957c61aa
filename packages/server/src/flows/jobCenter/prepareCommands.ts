import type { Context } from '../../engine/context.ts';
import { type JobRun, jobRuns } from '../../resources/ops/jobexecution/statements.ts';
import { transferParams } from '../fileTransfer/transferParams.ts';
import type { Given } from '../machineWork/statements.ts';
import type { Prepared } from '../machineWork/takeTargets.ts';
import { uncoveredOf } from './approval/verify.ts';
import { type JudgeDeps, type JudgedHost, judgeHosts } from './judgeHosts.ts';
import { parametersOf } from './variables.ts';

const preparedOf = (
  host: JudgedHost | undefined,
  { account }: Given,
  { definition, parameters }: JobRun,
): Prepared => {
  if (!host) return { reason: { key: 'work_gone' } };
  if (host.skipped) return { reason: host.skipped };
  // The judgement from the beginning of the run no longer applies.
  if (host.account.id !== account) return { reason: { key: 'job_access_changed' } };
  if (host.judgement.outcome === 'refused')
    return {
      reason: {
        key: 'job_command_refused',
        params: { rule: host.judgement.rule?.name ?? '', asset: host.name },
      },
    };
  if (definition.type === 'upload_file')
    return { params: transferParams(definition), account: host.account.id };
  const params = host.script
    ? { ...host.script, chdir: definition.chdir }
    : {
        ...{ variables: host.variables, parameters: parametersOf(definition, parameters) },
        dry_run: definition.dry_run === true,
      };
  return { params, account: host.account.id };
};

/**
 * What machines of job runs get when a runner takes them. They are judged once more, so that permissions and rules that
 * changed while they waited apply.
 */
export const prepareCommands =
  (deps: Omit<JudgeDeps, 'db'>) =>
  async (given: readonly Given[], { db }: Pick<Context, 'db'>): Promise<Map<string, Prepared>> => {
    const prepared = new Map<string, Prepared>();
    const runs = new Map(
      (await jobRuns([...new Set(given.map(({ work }) => work))], db)).map((run) => [run.id, run]),
    );
    for (const [work, some] of Map.groupBy(given, (one) => one.work)) {
      const run = runs.get(work);
      if (!run) continue;
      const judged = await judgeHosts(
        run,
        some.map(({ asset }) => asset),
        { ...deps, db },
      );
      const isUncovered = await uncoveredOf(
        run,
        some.map(({ asset }) => asset),
        db,
      );
      const hosts = new Map(judged.hosts?.map((host) => [host.asset, host]));
      for (const one of some)
        prepared.set(
          one.id,
          judged.refused
            ? { reason: judged.refused }
            : isUncovered?.(one.asset)
              ? { reason: { key: 'job_machine_changed' } }
              : preparedOf(hosts.get(one.asset), one, run),
        );
    }
    return prepared;
  };
