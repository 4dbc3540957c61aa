import { sql } from 'drizzle-orm';

/** Sessions of every organization. */
export const allSessions = sql`(select id, org_id, is_finished, is_success, date_start, terminal, "user", user_id, account, asset, asset_id, type, remote_addr,
  protocol, replay_path, replay_storage, commands_moved from terminal_session)`;
