import { sql } from 'drizzle-orm';
import { type Database, id } from '../platform/database.ts';
import type { Engine } from './context.ts';

/** How many rows of a resource, named by its key, an organization holds. */
export type HeldRows = { name: string; count: number };

/**
 * Counts what prevents the deletion of an organization: the rows of every resource that must be emptied
 * first.
 */
export const countHeldRows = (
  orgId: string,
  { resources }: Pick<Engine, 'resources'>,
  db: Database,
): Promise<HeldRows[]> => {
  const holding = [...resources.values()].filter(
    (resource) => resource === resource.base && resource.orgScoped && !resource.definition.letsOrganizationGo,
  );
  const counts = holding.map(
    ({ key, table, behaviour }) => sql`select ${key}::text as name, count(*)::int as count from ${id(table)} t
      where t.org_id = ${orgId} and ${behaviour.held?.() ?? sql`true`}`,
  );
  return db.rows<HeldRows>(sql.join(counts, sql` union all `));
};
