import type { changesecretexecution } from '@gatehouse/contract/resources/accounts/changesecretexecution.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour } from '../../../engine/resource.ts';
import { isUuid } from '../../../platform/database.ts';
import { allChangeSecretPlans } from '../changesecretautomation/relations.ts';

/** Runs of plans that change secrets. */
export const changeSecretExecutionBehaviour = (): Behaviour<typeof changesecretexecution> => ({
  filters: {
    automation_id: (value) => (isUuid(value) ? sql`t.automation = ${value}::uuid` : sql`false`),
    automation__name: (value) =>
      sql`t.automation in (select p.id from ${allChangeSecretPlans} p where p.org_id = t.org_id and p.name = ${value})`,
  },
});
