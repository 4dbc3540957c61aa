import { loginacl } from '@gatehouse/contract/resources/acls/loginacl.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { checkDeed, describeActions, hitsUser, type RuleDeps } from '../ruleWrites.ts';

/** Sign-in rules (reference 04 §16.2). */
export const loginRuleBehaviour = (deps: RuleDeps): Behaviour<typeof loginacl> => ({
  filters: { users: hitsUser('acls.loginacl') },
  computed: { org_id: (rows) => rows.map(() => ROOT_ORG_ID) },
  describe: ({ action }) => describeActions(action, deps),
  beforeWrite: async ({ ctx, before, values }) => {
    await checkDeed({ resource: ctx.engine.resource(loginacl), before, values, ctx }, deps);
    return undefined;
  },
});
