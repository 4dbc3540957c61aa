import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Database, id } from '../../../platform/database.ts';
import {
  type Aged,
  each,
  moments,
  oldest,
  type Removed,
  removeOld,
  type Span,
} from '../../../platform/statements/aged.ts';
import { accessKeysOf } from '../../authentication/accesskey/relations.ts';
import { allUsers } from '../../users/user/relations.ts';
import { allCommandStorages } from '../commandstorage/relations.ts';
import { allReplayStorages } from '../replaystorage/relations.ts';

/** Adds a component for an existing service account. */
export const addTerminal = async (
  terminal: { name: string; type: string; comment: string; userId: string; remoteAddr: string },
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into terminal_terminal (id, name, type, remote_addr, command_storage, replay_storage, "user", is_deleted, comment, date_created)
    values (${randomUUID()}, ${terminal.name}, ${terminal.type}, ${terminal.remoteAddr},
      coalesce((select s.name from ${allCommandStorages} s where s.is_default), 'default'),
      coalesce((select s.name from ${allReplayStorages} s where s.is_default), 'default'), ${terminal.userId}, false, ${terminal.comment}, now())`);
};

/** Follows the new name of a storage that components use. */
export const renameStorage = async (
  column: 'replay_storage' | 'command_storage',
  { from, to }: { from: string; to: string },
  db: Database,
): Promise<void> => {
  await db.rows(sql`update terminal_terminal set ${id(column)} = ${to} where ${id(column)} = ${from}`);
};

/** The load that a component reports: its running sessions, and the use of its machine. */
export type NotedLoad = { session_online: number; cpu_load: number; memory_used: number; disk_used: number };

/** Records that a component is alive, and its load. */
export const noteHeartbeat = async (
  terminalId: string,
  { playbooks, ...load }: NotedLoad & { playbooks: string | null },
  db: Database,
): Promise<void> => {
  await db.rows(
    sql`update terminal_terminal set date_last_seen = now(), playbooks = ${playbooks} where id = ${terminalId}`,
  );
  await db.rows(sql`insert into terminal_status (id, terminal, session_online, cpu_load, memory_used, disk_used, date_created)
    values (${randomUUID()}, ${terminalId}, ${load.session_online}, ${load.cpu_load}, ${load.memory_used}, ${load.disk_used}, now())`);
};

/** Loads, by when they were recorded. */
const loads: Aged = {
  table: sql`terminal_status`,
  time: sql`t.date_created`,
  order: sql`t.date_created nulls first`,
  ...each,
  ...moments,
};

/** Removes a batch of old loads. */
export const removeLoadsBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(loads, oldest(loads, span), span, db);

/** A key with which a deleted component proves its former identity. */
export type FormerKey = { terminal: string; name: string; secret: string; ip_group: string[] };

/** Keeps the active keys of a component that is about to be deleted; none if its account is disabled. */
export const keepFormerKeys = async (
  terminal: { id: string; name: string; user: string | null },
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into terminal_formerkey (key_id, secret, ip_group, terminal, name)
    select k.id, k.secret, k.ip_group, ${terminal.id}::uuid, ${terminal.name} from ${accessKeysOf(terminal.user)} k join ${allUsers} u on u.id = k."user"
    where k.is_active and u.is_active and u.is_service_account`);
};

/** A deleted component's key with this id; undefined if there is none. */
export const formerKey = async (id: string, db: Database): Promise<FormerKey | undefined> => {
  const [found] = await db.rows<FormerKey>(
    sql`select terminal::text as terminal, name, secret, ip_group from terminal_formerkey where key_id = ${id}`,
  );
  return found;
};
