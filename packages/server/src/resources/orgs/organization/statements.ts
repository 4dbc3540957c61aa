import { AppError } from '@gatehouse/contract/errors.ts';
import { ROOT_ORG_ID, SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';

/** All organizations. */
export const storedOrganizations = (db: Database): Promise<{ id: string; name: string }[]> =>
  db.rows<{ id: string; name: string }>(sql`select id::text as id, name from orgs_organization`);

/** Whether an organization already has this name. */
export const isOrganizationName = async (name: string, db: Database): Promise<boolean> =>
  (await db.rows(sql`select 1 from orgs_organization where name = ${name} limit 1`)).length > 0;

/** Adds an organization that the installation starts with, unless it exists. */
export const addFirstOrganization = async (
  { id, name }: { id: string; name: string },
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into orgs_organization (id, name, comment, created_by, date_created)
    values (${id}, ${name}, '', 'System', now()) on conflict do nothing`);
};

/**
 * Keeps organizations from being deleted until the transaction ends. A row added while its organization was
 * being deleted would remain, visible to nobody.
 */
export const holdOrganizations = async (ids: readonly string[], db: Database): Promise<void> => {
  const stored = [...new Set(ids)].filter((id) => id !== ROOT_ORG_ID && id !== SYSTEM_ORG_ID);
  if (stored.length === 0) return;
  const held = await db.rows(
    sql`select 1 from orgs_organization where id = any(${uuids(stored)}) order by id for key share`,
  );
  if (held.length < stored.length) throw new AppError('object_does_not_exist');
};
