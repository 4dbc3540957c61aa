import type { status } from '@gatehouse/contract/resources/terminal/status.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour } from '../../../engine/resource.ts';
import { allTerminals } from '../terminal/relations.ts';

/** Heartbeats: found by the name of their component. */
export const statusBehaviour = (): Behaviour<typeof status> => ({
  search: (pattern) => [
    sql`t.terminal in (select c.id from ${allTerminals} c where c.name ilike ${pattern})`,
  ],
});
