import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { allAccessReviews, allReviewers } from '../../resources/perms/accessreview/relations.ts';
import { setReviewers } from '../../resources/perms/accessreview/statements.ts';
import { allPermissions } from '../../resources/perms/assetpermission/relations.ts';
import { allRoleBindings } from '../../resources/rbac/rolebinding/relations.ts';
import { allUsers } from '../../resources/users/user/relations.ts';

type Administrator = { id: string; name: string; is_local: boolean };
type Orphan = { id: string; created_by: string };

/** Users who administer an organization now: by a role there, or by one over all organizations. */
const administrators = (
  org: string,
): SQL => sql`select u.id, u.name, bool_or(b.role = ${builtinRoles.orgAdmin.id}) as is_local
  from ${allRoleBindings} b join ${allUsers} u on u.id = b."user"
  where ((b.role = ${builtinRoles.orgAdmin.id} and b.org = ${org}::uuid) or (b.role = ${builtinRoles.systemAdmin.id} and b.scope = 'system'))
    and u.is_active and not u.is_service_account and (u.date_expired is null or u.date_expired > now()) group by u.id, u.name`;

/** Open reviews of an organization without a reviewer who administers it. */
const orphansOf = (org: string, db: Database): Promise<Orphan[]> =>
  db.rows<Orphan>(sql`select r.id::text as id, p.created_by from ${allAccessReviews} r join ${allPermissions} p on p.id = r.permission
    where r.org_id = ${org}::uuid and r.status = 'open' and not exists (select from ${allReviewers} w
      join (${administrators(org)}) a on a.id = w."user" where w.accessreview = r.id) order by r.id`);

/** Those who answer for a permission: who created it, else the organization's own administrators, else all. */
const ownersOf = ({ created_by }: Orphan, all: readonly Administrator[]): readonly Administrator[] => {
  const creators = all.filter(({ name }) => name === created_by);
  const locals = all.filter(({ is_local }) => is_local);
  return [creators, locals, all].find((some) => some.length > 0) ?? [];
};

/**
 * Puts the open reviews that no administrator of the organization has before those who answer for their
 * permissions; returns these reviews.
 */
export const assignReviewers = async (org: string, db: Database): Promise<string[]> => {
  const orphans = await orphansOf(org, db);
  if (orphans.length === 0) return [];
  const all = await db.rows<Administrator>(
    sql`select a.id::text as id, a.name, a.is_local from (${administrators(org)}) a order by a.name, a.id`,
  );
  const pairs = orphans.flatMap((orphan) =>
    ownersOf(orphan, all).map(({ id }) => ({ review: orphan.id, user: id })),
  );
  await setReviewers(pairs, db);
  return orphans.map(({ id }) => id);
};
