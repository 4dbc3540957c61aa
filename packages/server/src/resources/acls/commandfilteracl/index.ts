import { commandfilteracl } from '@gatehouse/contract/resources/acls/commandfilteracl.ts';
import type { Behaviour } from '../../../engine/resource.ts';

import {
  checkDeed,
  describeActions,
  hitsAsset,
  hitsUser,
  namedAccounts,
  type RuleDeps,
} from '../ruleWrites.ts';

const key = 'acls.commandfilteracl';

/** Command filters (reference 04 §16.2). */
export const commandFilterBehaviour = (deps: RuleDeps): Behaviour<typeof commandfilteracl> => ({
  filters: { users: hitsUser(key), assets: hitsAsset(key) },
  describe: ({ action }) => describeActions(action, deps),
  beforeWrite: async ({ ctx, before, values }) => {
    await checkDeed({ resource: ctx.engine.resource(commandfilteracl), before, values, ctx }, deps);
    return values.accounts ? { accounts: namedAccounts(values.accounts) } : undefined;
  },
});
