import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { passwordHash } from '../../../resources/users/user/proofs.ts';
import { allUsers } from '../../../resources/users/user/relations.ts';
import { userColumns } from '../../identify/user.ts';
import type { Candidate } from '../backends/backend.ts';

/** The user of a name, with what a sign-in needs to know of the password. */
export const findCandidate = async (username: string, db: Database): Promise<Candidate | undefined> =>
  (
    await db.rows<Candidate>(
      sql`select ${userColumns}, ${passwordHash} as password_hash, u.need_update_password, u.date_password_last_updated from ${allUsers} u where u.username = ${username}`,
    )
  )[0];
