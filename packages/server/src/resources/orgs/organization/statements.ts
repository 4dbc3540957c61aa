import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** All organizations. */
export const storedOrganizations = (db: Database): Promise<{ id: string; name: string }[]> =>
  db.rows<{ id: string; name: string }>(sql`select id::text as id, name from orgs_organization`);

/** Adds an organization that the installation starts with, unless it exists. */
export const addFirstOrganization = async (
  { id, name }: { id: string; name: string },
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into orgs_organization (id, name, comment, created_by, date_created)
    values (${id}, ${name}, '', 'System', now()) on conflict do nothing`);
};
