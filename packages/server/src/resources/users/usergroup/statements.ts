import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Adds a group that an installation starts with, unless the organization has one of this name. */
export const addFirstGroup = async (
  { org, name }: { org: string; name: string },
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into users_usergroup (id, org_id, name, created_by, date_created, comment)
    select ${randomUUID()}, ${org}, ${name}, 'System', now(), ''
    where not exists (select 1 from users_usergroup g where g.org_id = ${org} and g.name = ${name})`);
};
