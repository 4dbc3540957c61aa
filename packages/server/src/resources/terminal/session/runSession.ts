import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** State of a run's session. */
export type RunSession = { is_finished: boolean; is_success: boolean; has_command: boolean };

/** The session of a run, once its runner has begun it. */
export const findRunSession = async (run: string, db: Database): Promise<RunSession | undefined> =>
  (
    await db.rows<RunSession>(
      sql`select is_finished, is_success, has_command from terminal_session where id = ${run} and type = 'command'`,
    )
  )[0];
