import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { allRoleBindings } from '../../rbac/rolebinding/relations.ts';

const countOf = async (rows: Promise<{ count: string }[]>): Promise<number> =>
  Number((await rows)[0]?.count ?? 0);

/** Number of active users who have not set up a second factor. */
export const countUsersWithoutMfa = (db: Database): Promise<number> =>
  countOf(
    db.rows(
      sql`select count(*) from users_user where is_active and not is_service_account and otp_secret is null`,
    ),
  );

/** Number of active administrators, of any organization, who have not set up a second factor. */
export const countAdminsWithoutMfa = (db: Database): Promise<number> =>
  countOf(
    db.rows(
      sql`select count(*) from users_user u where u.is_active and not u.is_service_account and u.otp_secret is null
        and exists (select 1 from ${allRoleBindings} b
          where b."user" = u.id and b.role in (${builtinRoles.systemAdmin.id}, ${builtinRoles.orgAdmin.id}))`,
    ),
  );

/** Number of active users who come from another system, such as a directory. */
export const countUsersOfOtherSystems = (db: Database): Promise<number> =>
  countOf(
    db.rows(
      sql`select count(*) from users_user where is_active and not is_service_account and source <> 'local'`,
    ),
  );

/** Number of users with more than one open web session. */
export const countUsersSignedInTwice = (db: Database): Promise<number> =>
  countOf(
    db.rows(
      sql`select count(*) from (select 1 from system_session where expires_at > now() group by user_id having count(*) > 1) as several`,
    ),
  );

/** Number of active users whose own password is older than so many days. */
export const countUsersWithOldPassword = (days: number, db: Database): Promise<number> =>
  countOf(
    db.rows(
      sql`select count(*) from users_user where is_active and not is_service_account and source = 'local' and date_password_last_updated < now() - make_interval(days => ${days})`,
    ),
  );
