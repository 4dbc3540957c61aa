import { z } from 'zod';
import { languages } from '../../platform/i18n.ts';
import { defineJob } from '../../platform/jobs/defineJob.ts';

/**
 * What every job about machines gets: the organization of all its targets, the language of its log, and whether the user
 * who asked may read the secrets; otherwise none goes to a machine at first sight (decision 0431).
 */
const common = { org: z.guid(), language: z.enum(languages), trust: z.boolean().default(false) };
const ids = z.array(z.guid());

const define = <const P extends z.ZodRawShape>(name: string, payload: P) =>
  defineJob({
    name,
    payload: z.object({ ...common, ...payload }),
    concurrency: 20,
    timeoutSeconds: 6 * 3600,
    isStoppable: true,
    retries: 3,
    retryDelaySeconds: 5,
  });

/** Assets: some of them, or those on and below a node. */
const assets = { assets: ids.optional(), node: z.guid().optional() };

/** Tests whether assets can be reached and signed in to. */
export const assetTest = define('test_assets', assets);

/** Reads the hardware and system of assets. */
export const factsReading = define('gather_facts', assets);

/** Signs in as accounts. */
export const accountVerification = define('verify_accounts', { accounts: ids, assets: ids });

/** Removes accounts that were found on machines from there (decision 0460). */
export const accountRemoval = define('remove_accounts', { found: ids });

/** Signs in to a gateway. */
export const gatewayTest = define('test_gateway', { gateway: z.guid(), port: z.int().optional() });

/** The first test of new assets (decision 0448). */
export const newAssetTest = define('test_new_assets', { assets: ids });

/** The first reading of hardware and system of new assets. */
export const newAssetFacts = define('gather_new_facts', { assets: ids });

/** Names of the jobs by which users have work done on machines. */
export const machineJobNames: readonly string[] = [
  assetTest.name,
  factsReading.name,
  accountVerification.name,
  accountRemoval.name,
  gatewayTest.name,
];
