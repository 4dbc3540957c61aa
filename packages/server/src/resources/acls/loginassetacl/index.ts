import { loginassetacl } from '@gatehouse/contract/resources/acls/loginassetacl.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import {
  checkDeed,
  describeActions,
  hitsAsset,
  hitsUser,
  namedAccounts,
  type RuleDeps,
} from '../ruleWrites.ts';

const key = 'acls.loginassetacl';

/** Rules about connections to assets (reference 04 §16.2). */
export const connectionRuleBehaviour = (deps: RuleDeps): Behaviour<typeof loginassetacl> => ({
  filters: { users: hitsUser(key), assets: hitsAsset(key) },
  describe: ({ action }) => describeActions(action, deps),
  beforeWrite: async ({ ctx, before, values }) => {
    await checkDeed({ resource: ctx.engine.resource(loginassetacl), before, values, ctx }, deps);
    return values.accounts ? { accounts: namedAccounts(values.accounts) } : undefined;
  },
});
