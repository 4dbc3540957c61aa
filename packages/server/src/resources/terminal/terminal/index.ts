import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import type { terminal } from '@gatehouse/contract/resources/terminal/terminal.ts';
import { quoted } from '@gatehouse/contract/wire/sentText.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { refuse } from '../../../engine/fields/kind.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { containing, id, uuids } from '../../../platform/database.ts';
import { instantOf } from '../../../platform/time.ts';
import { allUsers } from '../../users/user/relations.ts';
import { removeServiceAccounts } from '../../users/user/statements.ts';
import { allCommandStorages } from '../commandstorage/relations.ts';
import { allReplayStorages } from '../replaystorage/relations.ts';
import { allSessions } from '../session/relations.ts';
import { disabledComponents } from './relations.ts';
import { keepFormerKeys } from './statements.ts';

/** How long a component counts as alive after its last heartbeat, in ms. */
const aliveMs = 180_000;

/** What a component last reported about itself. */
export type Stat = { cpu_load: number; memory_used: number; disk_used: number; session_online: number };
type StatRow = Stat & { terminal: string; id: string; date_created: string };

const loads = ['normal', 'high', 'critical', 'offline'] as const;
/** Load of a component. */
export type Load = (typeof loads)[number];

const alive = (row: Row<typeof terminal>): boolean =>
  Date.now() - (instantOf(row.date_last_seen)?.getTime() ?? 0) < aliveMs;

const stats = async (rows: Row<typeof terminal>[], ctx: Context): Promise<Map<string, StatRow>> => {
  const found =
    await ctx.db.rows<StatRow>(sql`select distinct on (terminal) terminal::text as terminal, id::text as id, cpu_load, memory_used, disk_used, session_online::int as session_online, date_created
    from terminal_status where terminal = any(${`{${rows.map((row) => row.id).join(',')}}`}::uuid[]) and date_created > now() - interval '180 seconds' order by terminal, date_created desc`);
  return new Map(found.map((stat) => [stat.terminal, stat]));
};

/**
 * Load of a component: the worst of three measures decides (reference 05 §4.1). Without measures, it depends
 * on the type.
 */
export const loadOf = (type: unknown, stat: Stat | undefined): Load => {
  if (!stat) return type === 'core' ? 'normal' : 'offline';
  const grade = (value: number, high: number, critical: number) =>
    value <= high ? 0 : value <= critical ? 1 : 2;
  const worst = Math.max(
    grade(stat.cpu_load, 5, 20),
    grade(stat.memory_used, 85, 95),
    grade(stat.disk_used, 80, 99),
  );
  return loads[worst] ?? 'critical';
};

/**
 * Ids of the gateways that may be sent connections; those whose account is disabled are left out (decision
 * 0175).
 */
export const registeredGateways = sql`(select t.id from terminal_terminal t where not t.is_deleted and t.type = 'koko'
  and not exists (select 1 from ${allUsers} u where u.id = t."user" and not u.is_active))`;

const contains = (column: 'name' | 'remote_addr') => (value: string) =>
  sql`t.${id(column)} ilike ${containing(value)}`;

/** Components are few and their load is not a column, so the matching ones are listed by id. */
const withLoad = async (value: string, ctx: Context): Promise<SQL> => {
  if (!loads.some((load) => load === value)) return refuse('invalid_choice', { value: value.slice(0, 64) });
  const rows = await ctx.db.rows<Row<typeof terminal>>(
    sql`select t.* from terminal_terminal t where not t.is_deleted`,
  );
  const known = await stats(rows, ctx);
  const fitting = rows.filter((row) => loadOf(row.type, known.get(row.id)) === value);
  return sql`t.id = any(${uuids(fitting.map((row) => row.id))})`;
};

/**
 * Keeps the enabled keys of a component, with which it can prove its former identity after its deletion
 * (docs/decisions/0044).
 */
const keepKeys = (row: Row<typeof terminal>, ctx: Context): Promise<void> =>
  keepFormerKeys({ id: row.id, name: row.name, user: row.user }, ctx.db);

const online = async (rows: Row<typeof terminal>[], ctx: Context) => {
  const found = await ctx.db.rows<{ terminal: string }>(
    sql`select distinct terminal::text as terminal from ${allSessions} s where terminal = any(${uuids(rows.map((row) => row.id))}) and not is_finished`,
  );
  const busy = new Set(found.map((row) => row.terminal));
  return rows.map((row) => (busy.has(row.id) ? new AppError('have_online_session') : undefined));
};

const storages = { replay_storage: allReplayStorages, command_storage: allCommandStorages } as const;

/** The name of a storage that a client named by its name or id; one that is only for backups is refused. */
const storageNamed = async (field: keyof typeof storages, value: string, ctx: Context): Promise<string> => {
  const [found] = await ctx.db.rows<{ name: string }>(
    sql`select s.name from ${storages[field]} s where (s.name = ${value} or s.id::text = ${value.toLowerCase()})
      and s.type <> 'sftp' order by s.name = ${value} desc limit 1`,
  );
  if (!found) throw fieldError(field, 'does_not_exist', { pk: quoted(value) });
  return found.name;
};

type Deps = {
  /** Moves the recordings of a component to the storage that it uses now. */
  follow: (component: { id: string; name: string }, ctx: Context) => Promise<void>;
};

/** Registered components with their load. */
export const terminalBehaviour = ({ follow }: Deps): Behaviour<typeof terminal> => ({
  beforeWrite: async ({ values: { replay_storage: replay, command_storage: command }, ctx }) => ({
    ...(replay !== undefined && { replay_storage: await storageNamed('replay_storage', replay, ctx) }),
    ...(command !== undefined && { command_storage: await storageNamed('command_storage', command, ctx) }),
  }),
  afterWrite: async (rows, ctx) => {
    for (const { row, before } of rows)
      if (before && before.replay_storage !== row.replay_storage)
        await follow({ id: row.id, name: row.name }, ctx);
  },
  visibleTo: () => sql`not t.is_deleted`,
  filters: { name: contains('name'), remote_addr: contains('remote_addr'), load: withLoad },
  computed: {
    session_online: async (rows, ctx) => {
      const counts = await ctx.db.rows<{ terminal: string; n: number }>(
        sql`select terminal::text as terminal, count(*)::int as n from ${allSessions} s where not is_finished and terminal is not null group by terminal`,
      );
      const byId = new Map(counts.map((count) => [count.terminal, count.n]));
      return rows.map((row) => byId.get(row.id) ?? 0);
    },
    load: async (rows, ctx) => {
      const known = await stats(rows, ctx);
      return rows.map((row) => {
        const value = loadOf(row.type, known.get(row.id));
        return { value, label: ctx.t(`terminal.terminal.choices.load.${value}`) };
      });
    },
    stat: async (rows, ctx) => {
      const known = await stats(rows, ctx);
      return rows.map((row) => known.get(row.id) ?? null);
    },
    is_active: async (rows, ctx) => {
      const found = await ctx.db.rows<{ id: string }>(
        sql`select d.id::text as id from ${disabledComponents} d where d.id = any(${uuids(rows.map((row) => row.id))})`,
      );
      const disabled = new Set(found.map((row) => row.id));
      return rows.map((row) => row.is_deleted !== true && !disabled.has(row.id));
    },
    is_alive: (rows) => rows.map(alive),
  },
  refusals: { destroy: [online] },
  beforeDelete: async (rows, ctx) => {
    for (const row of rows) {
      await keepKeys(row, ctx);
      if (row.user) await removeServiceAccounts([row.user], ctx.db);
    }
  },
});
