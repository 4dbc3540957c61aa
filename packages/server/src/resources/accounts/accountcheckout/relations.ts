import { sql } from 'drizzle-orm';

/** Check-outs that withhold their accounts, of every organization. */
export const openCheckouts = sql`(select id, account, "user", user_display, status, date_expired,
  (status = 'held' and not is_extended and date_limit > date_expired) as can_extend
  from accounts_accountcheckout where status in ('held', 'changing', 'failed'))`;
