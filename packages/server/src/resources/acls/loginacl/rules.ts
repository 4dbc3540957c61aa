import type { LoginRule } from '@gatehouse/contract/policy/rules.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Every login rule with its reviewers. */
export const readLoginRules = (db: Database): Promise<LoginRule[]> =>
  db.rows<LoginRule>(
    sql`select f.id::text as id, f.name, f.priority::int as priority, f.is_active, f.action, f.users, f.rules,
      array(select r."user"::text from acls_loginacl_reviewers r where r.loginacl = f.id order by r.id) as reviewers
      from acls_loginacl f`,
  );
