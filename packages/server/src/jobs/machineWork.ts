import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { carryOut, type WorkPace } from '../flows/machineWork/carryOut.ts';
import {
  accountRemoval,
  accountVerification,
  assetTest,
  factsReading,
  gatewayTest,
  newAssetFacts,
  newAssetTest,
} from '../flows/machineWork/machineJobs.ts';
import { targetsOfRemovals } from '../flows/machineWork/removals.ts';
import { priorities, type Work } from '../flows/machineWork/statements.ts';
import { targetOfGateway, targetsOfAccounts, targetsOfAssets } from '../flows/machineWork/targets.ts';
import type { Database } from '../platform/database.ts';
import type { Language, Lookup } from '../platform/i18n.ts';
import { handleJob, type Job, type JobDefinition } from '../platform/jobs/defineJob.ts';
import { findRun } from '../platform/jobs/runs.ts';

type Deps = { db: Database; lookup: Lookup; pace?: WorkPace };

/** Work that no user waits for succeeds in any case: its log says how each target did. */
const judgeNone = (): void => undefined;

/** Work that only reads, or that changes nothing when it is done again: most targets under way at once, and the seconds for each. */
const usual = { priority: priorities.usual, parallel: 50, isRepeatable: true } as const;

type Shape = z.ZodObject<{
  org: z.ZodGUID;
  language: z.ZodType<Language>;
  trust: z.ZodDefault<z.ZodBoolean>;
}>;

const jobOf = <P extends Shape>(
  definition: JobDefinition<P>,
  kind: Work['kind'],
  seconds: number,
  targets: (payload: z.infer<P>) => { targets: SQL; isOne: boolean; judge?: () => void },
  { db, lookup, pace }: Deps,
): Job =>
  handleJob(definition, async (payload, run) => {
    const { org, language, trust } = payload as z.infer<Shape>;
    const { isOne, judge, targets: relation } = targets(payload);
    const creator = (await findRun(run.id, db))?.creator ?? null;
    const work: Work = {
      ...usual,
      ...{ kind, seconds, orgId: org, userId: creator, trustsFirst: trust, targets: relation },
      ...(isOne && { priority: priorities.one }),
    };
    await carryOut(run, work, { db, lookup, language, pace, ...(judge && { judge }) });
  });

/** Tests of assets and gateways, hardware facts, the verification and the removal of accounts (decisions 0416, 0460). */
export const machineJobs = (deps: Deps): Job[] => [
  jobOf(
    assetTest,
    'ping',
    60,
    (payload) => ({
      targets: targetsOfAssets('ping', payload),
      isOne: payload.assets?.length === 1,
    }),
    deps,
  ),
  jobOf(
    factsReading,
    'gather_facts',
    120,
    (payload) => ({
      targets: targetsOfAssets('gather_facts', payload),
      isOne: payload.assets?.length === 1,
    }),
    deps,
  ),
  jobOf(
    accountVerification,
    'verify_account',
    60,
    (payload) => ({
      targets: targetsOfAccounts(payload),
      isOne: payload.accounts.length === 1 && payload.assets.length === 0,
    }),
    deps,
  ),
  jobOf(
    accountRemoval,
    'remove_account',
    60,
    (payload) => ({ targets: targetsOfRemovals(payload), isOne: payload.found.length === 1 }),
    deps,
  ),
  jobOf(
    gatewayTest,
    'ping',
    60,
    ({ org, gateway, port }) => ({ targets: targetOfGateway(org, gateway, port), isOne: true }),
    deps,
  ),
];

/** What happens to new assets without a request (decision 0448). */
export const newAssetJobs = (deps: Deps): Job[] => [
  jobOf(
    newAssetTest,
    'ping',
    60,
    (payload) => ({ targets: targetsOfAssets('ping', payload), isOne: false, judge: judgeNone }),
    deps,
  ),
  jobOf(
    newAssetFacts,
    'gather_facts',
    120,
    (payload) => ({ targets: targetsOfAssets('gather_facts', payload), isOne: false, judge: judgeNone }),
    deps,
  ),
];
