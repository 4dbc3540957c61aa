import type { integrationlog } from '@gatehouse/contract/resources/accounts/integrationlog.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour } from '../../../engine/resource.ts';
import { isUuid } from '../../../platform/database.ts';

/** What applications asked for. */
export const integrationLogBehaviour = (): Behaviour<typeof integrationlog> => ({
  filters: {
    application_id: (value) => (isUuid(value) ? sql`t.application = ${value}::uuid` : sql`false`),
  },
});
