import { sql } from 'drizzle-orm';
import { holdersOfKeys } from '../../authentication/accesskey/relations.ts';
import { allUsers } from '../../users/user/relations.ts';

/** Loads that components reported: their running sessions, and the use of their machines. */
export const allLoads = sql`(select terminal, cpu_load, memory_used, disk_used, session_online, date_created from terminal_status)`;

/** Registered components, including deleted ones. */
export const allTerminals = sql`(select id, is_deleted, "user", name, type from terminal_terminal)`;

/** Components whose account is disabled or has expired, or that have no active key (docs/decisions/0198). */
export const disabledComponents = sql`(select t.id, t.remote_addr from terminal_terminal t where not t.is_deleted and t."user" is not null
  and not exists (select 1 from ${allUsers} u join ${holdersOfKeys} k on k."user" = u.id
    where u.id = t."user" and u.is_active and (u.date_expired is null or u.date_expired > now())))`;

/** Runners whose account is enabled and that sent a heartbeat within the last minute. */
export const liveRunners = sql`(select t.id from terminal_terminal t where not t.is_deleted and t.type = 'celery'
  and t.date_last_seen > now() - interval '60 seconds'
  and not exists (select 1 from ${allUsers} u where u.id = t."user" and not u.is_active))`;

/** What live runners say that they can do with playbooks. */
export const runnersSay = sql`(select t.id, t.playbooks from terminal_terminal t join ${liveRunners} r on r.id = t.id)`;

/** Live runners that carry out playbooks. */
export const playbookRunners = sql`(select t.id from terminal_terminal t join ${liveRunners} r on r.id = t.id
  where t.playbooks in ('confined', 'unconfined'))`;

/** Components without a recent heartbeat; they have the load `offline`. */
export const offlineComponents = sql`(select t.id from terminal_terminal t where not t.is_deleted and t.type <> 'core'
  and not exists (select 1 from terminal_status s where s.terminal = t.id and s.date_created > now() - interval '180 seconds'))`;

/** The storages that components use, by their names. */
export const storagesOfComponents = sql`(select id, name, type, command_storage, replay_storage from terminal_terminal where not is_deleted)`;
