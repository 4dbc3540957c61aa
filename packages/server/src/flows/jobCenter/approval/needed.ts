import type { JobSnapshot } from '@gatehouse/contract/ops/jobs.ts';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { sql } from 'drizzle-orm';
import { type Database, texts, uuids } from '../../../platform/database.ts';
import type { Settings } from '../../../platform/settings.ts';
import { allAccounts } from '../../../resources/accounts/account/relations.ts';
import { allRoles } from '../../../resources/rbac/role/relations.ts';
import { allRoleBindings } from '../../../resources/rbac/rolebinding/relations.ts';
import { allUsers } from '../../../resources/users/user/relations.ts';

/** The permission to decide on jobs of others. */
const DECIDE = 'ops.change_jobapproval';

const usesPrivileged = async ({ runas, assets }: JobSnapshot, db: Database): Promise<boolean> => {
  const names = runas.split(',').map((name) => name.trim().toLowerCase());
  const found =
    await db.rows(sql`select 1 from ${allAccounts} c where c.asset = any(${uuids(assets)}) and c.is_active
    and c.privileged and lower(c.username) = any(${texts(names)}) limit 1`);
  return found.length > 0;
};

/** Whether a run waits for a second person: always, or on many machines or as a privileged account. */
export const needsApproval = async (
  definition: JobSnapshot,
  settings: Pick<Settings, 'get'>,
  db: Database,
): Promise<boolean> => {
  const rule = settings.get('JOB_APPROVAL');
  if (rule !== 'large') return rule === 'all';
  if (definition.assets.length > settings.get('JOB_APPROVAL_MACHINES')) return true;
  return definition.runas_policy !== 'skip' || usesPrivileged(definition, db);
};

const granting = Object.values(builtinRoles)
  .filter((role) => permissionsOfBuiltinRole(role).includes(DECIDE))
  .map(({ id }) => id);

/** A user who may decide. */
export type Reviewer = { id: string; name: string };

/** Active users other than the applicant who may decide on jobs in an organization. */
export const reviewersOf = (org: string, applicant: string, db: Database): Promise<Reviewer[]> =>
  db.rows<Reviewer>(sql`select u.id::text as id, u.name || '(' || u.username || ')' as name from ${allUsers} u
    where u.id <> ${applicant}::uuid and u.is_active and not u.is_service_account
      and (u.date_expired is null or u.date_expired > now())
      and exists (select 1 from ${allRoleBindings} b join ${allRoles} r on r.id = b.role
        where b."user" = u.id and (r.scope = 'system' or b.org = ${org}::uuid)
          and (r.id = any(${uuids(granting)}) or (not r.builtin and r.codenames ? ${DECIDE})))
    order by u.name, u.id`);
