import type { ConnectMethodRule } from '@gatehouse/contract/policy/rules.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Every rule about ways to connect. */
export const readMethodRules = (db: Database): Promise<ConnectMethodRule[]> =>
  db.rows<ConnectMethodRule>(
    sql`select f.id::text as id, f.name, f.priority::int as priority, f.is_active, f.users, f.connect_methods
      from acls_connectmethodacl f`,
  );
