import type { connectmethodacl } from '@gatehouse/contract/resources/acls/connectmethodacl.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { hitsUser } from '../ruleWrites.ts';

/** Rules about ways to connect (reference 04 §16.2). */
export const connectMethodRuleBehaviour = (): Behaviour<typeof connectmethodacl> => ({
  filters: { users: hitsUser('acls.connectmethodacl') },
  computed: { org_id: (rows) => rows.map(() => ROOT_ORG_ID) },
});
