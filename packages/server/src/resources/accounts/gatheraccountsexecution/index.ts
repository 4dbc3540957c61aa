import type { gatheraccountsexecution } from '@gatehouse/contract/resources/accounts/gatheraccountsexecution.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour } from '../../../engine/resource.ts';
import { isUuid } from '../../../platform/database.ts';
import { allGatherPlans } from '../gatheraccountsautomation/relations.ts';
import { planRunFacts } from '../planRunFacts.ts';

/** Runs of plans that look for accounts on machines. */
export const gatherExecutionBehaviour = (): Behaviour<typeof gatheraccountsexecution> => ({
  filters: {
    automation_id: (value) => (isUuid(value) ? sql`t.automation = ${value}::uuid` : sql`false`),
    automation__name: (value) =>
      sql`t.automation in (select p.id from ${allGatherPlans} p where p.org_id = t.org_id and p.name = ${value})`,
  },
  computed: planRunFacts({ type: 'gather_accounts', job: 'gather_accounts' }),
});
