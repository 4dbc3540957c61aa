import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';
import { allRoles } from '../../../resources/rbac/role/relations.ts';
import { allRoleBindings } from '../../../resources/rbac/rolebinding/relations.ts';
import { allUsers } from '../../../resources/users/user/relations.ts';
import type { Move } from '../move.ts';

/** A change of settings that waits for a second person. */
export type Proposal = {
  id: string;
  category: string;
  move: Move['values'];
  proposer: string;
  proposer_name: string;
  date_created: string;
  date_expired: string;
};

/** Keeps a change until it is decided or has expired; the date of the latter. */
export const addProposal = async (
  proposal: Pick<Proposal, 'id' | 'category' | 'move' | 'proposer' | 'proposer_name'> & { hours: number },
  db: Database,
): Promise<string> => {
  const { id, category, move, proposer, proposer_name: name, hours } = proposal;
  const [row] = await db.rows<{
    until: string;
  }>(sql`insert into settings_proposal (id, category, move, proposer, proposer_name, date_expired)
    values (${id}, ${category}, ${JSON.stringify(move)}::jsonb, ${proposer}, ${name}, now() + ${hours} * interval '1 hour')
    returning date_expired::text as until`);
  return String(row?.until);
};

/** Changes that wait, newest first. */
export const waitingProposals = (db: Database): Promise<Proposal[]> =>
  db.rows<Proposal>(sql`select id::text as id, category, move, proposer::text as proposer, proposer_name,
    date_created::text as date_created, date_expired::text as date_expired
    from settings_proposal where date_expired > now() order by date_created desc, id limit 200`);

/** Takes a change out of those that wait; undefined if it was decided or has expired. */
export const takeProposal = async (id: string, db: Database): Promise<Proposal | undefined> =>
  (
    await db.rows<Proposal>(sql`delete from settings_proposal where id = ${id} and date_expired > now()
      returning id::text as id, category, move, proposer::text as proposer, proposer_name,
        date_created::text as date_created, date_expired::text as date_expired`)
  )[0];

/** Deletes what has expired. */
export const forgetExpired = async (db: Database): Promise<void> => {
  await db.rows(sql`delete from settings_proposal where date_expired <= now()`);
};

const granting = (permission: string): string[] =>
  Object.values(builtinRoles)
    .filter((role) => permissionsOfBuiltinRole(role).includes(permission))
    .map(({ id }) => id);

/** Active users who hold a permission of the system. */
export const holdersOf = async (permission: string, db: Database): Promise<string[]> => {
  const rows = await db.rows<{ id: string }>(sql`select distinct u.id::text as id from ${allUsers} u
    join ${allRoleBindings} b on b."user" = u.id join ${allRoles} r on r.id = b.role
    where b.scope = 'system' and r.scope = 'system' and u.is_active and not u.is_service_account
      and (u.date_expired is null or u.date_expired > now())
      and (r.id = any(${uuids(granting(permission))}) or (not r.builtin and r.codenames ? ${permission}))`);
  return rows.map(({ id }) => id);
};
