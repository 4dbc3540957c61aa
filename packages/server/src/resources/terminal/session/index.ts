import { fieldError } from '@gatehouse/contract/errors.ts';
import type { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { type Behaviour, type Row, shortId, type Values, type WriteEvent } from '../../../engine/resource.ts';
import { type Database, isUuid } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { formatDuration, instantOf } from '../../../platform/time.ts';
import { onlyOwn, ownTerminal } from '../../ownTerminal.ts';
import { rankRefusals, type Target } from '../../rank.ts';
import { allCommands } from '../command/relations.ts';
import { finishTasksOf } from '../task/statements.ts';
import { allTerminals } from '../terminal/relations.ts';
import { verdictsOf } from './statements.ts';

/** Types of components whose sessions can be monitored. */
const joinable = ['lion', 'koko', 'razor'];

const seconds = (row: Row<typeof session>): number => {
  const start = instantOf(row.date_start)?.getTime() ?? Date.now();
  return ((instantOf(row.date_end)?.getTime() ?? Date.now()) - start) / 1000;
};

const terminals = async (
  rows: Row<typeof session>[],
  ctx: Context,
): Promise<Map<string, { name: string; type: string }>> => {
  const found = await ctx.db.rows<{
    id: string;
    name: string;
    type: string;
  }>(sql`select id::text as id, name, type from ${allTerminals} t
    where id = any(${`{${[...new Set(rows.map((row) => row.terminal).filter(Boolean))].join(',')}}`}::uuid[])`);
  return new Map(found.map((row) => [row.id, row]));
};

/** Maximum number of characters of a session's name before its id; logs store 128 in all. */
const NAMED = 118;

/** User, account and asset, which many sessions have in common, and the short id. */
const nameOfSession = (row: Row<typeof session>): string =>
  `${`${row.user}: ${row.account}@${row.asset}`.slice(0, NAMED)} ${shortId(row)}`;

/** The component that holds a session. */
export const terminalOfSession = async (session: string, db: Database): Promise<string | undefined> => {
  if (!isUuid(session)) return undefined;
  const [row] = await db.rows<{ terminal: string | null }>(
    sql`select terminal::text as terminal from terminal_session where id = ${session}`,
  );
  return row?.terminal ?? undefined;
};

/** The users on whom the caller acts by ending or pausing sessions, each in the organization of the session. */
export const targetsOf = (rows: readonly Pick<Row<typeof session>, 'user_id' | 'org_id'>[]): Target[] =>
  rows.map((row) => ({ user: row.user_id ?? '', org: row.org_id }));

/** Verdicts on a command, from harmless to refused. */
const severity = [0, 7, 8, 4, 6, 5] as const;

/** The worst of some verdicts. */
export const worstOf = (levels: readonly number[]): (typeof severity)[number] =>
  severity.findLast((level) => levels.includes(level)) ?? 0;

/** What follows from the end of a session that its component reports. */
const endOf = (before: Row<typeof session>, values: Values<typeof session>): Values<typeof session> => {
  if (values.is_finished !== true) return {};
  // The gateway has returned with its recording, so the session no longer counts as lost; its activity
  // keeps the entry that it was lost.
  if (before.is_finished === true)
    return before.error_reason === 'gateway_lost' ? { error_reason: values.error_reason ?? '' } : {};
  return { is_locked: false, date_end: values.date_end ?? new Date().toISOString() };
};

/** Who connected where, when and how: reported once, when the session begins. */
const toldOnce: readonly string[] = [
  ...['user', 'user_id', 'asset', 'asset_id', 'account', 'account_id'],
  ...['protocol', 'type', 'login_from', 'remote_addr', 'date_start'],
];

/**
 * Values that are evidence already: neither the component that reported them nor an attacker with its key
 * changes them afterwards (docs/decisions/0264). Clients that send whole rows are not refused for it.
 */
const unchangeable = (
  before: Row<typeof session>,
  values: Values<typeof session>,
): Values<typeof session> => {
  const isLost = before.error_reason === 'gateway_lost';
  const isComplete = before.is_finished === true && before.replay_path !== null && !isLost;
  const isKept = (name: string) =>
    isComplete || toldOnce.includes(name) || (name === 'has_replay' && before.has_replay === true);
  return Object.fromEntries(Object.entries(before).filter(([name]) => name in values && isKept(name)));
};

const unnamed = { key: 'required' };

/** The organization that a component names for a new session; that of the request, where it names an unknown one. */
const organizationIn = (
  { org_id }: WriteEvent<typeof session>['input'],
  ctx: Context,
): Values<typeof session> => {
  if (org_id === undefined) throw fieldError('org_id', unnamed.key);
  return typeof org_id === 'string' && ctx.engine.organizationName(org_id) ? { org_id } : {};
};

/** Adds a missing organization to the other mistakes of a whole session. */
const withOrganization: Behaviour<typeof session>['refused'] = (errors, { mode, body }) =>
  mode === 'patch' || body.org_id !== undefined ? errors : { ...errors, org_id: [unnamed] };

/** Takes a redeemed connection token as the ground for a session; false when the component has none. */
type TakeRedemption = (
  of: { component: string; user: string; asset: string },
  db: Database,
) => Promise<boolean>;

/** Sessions: which actions and recordings they offer depends on their state (reference 05 §1.2). */
export const sessionBehaviour = ({
  takeRedemption,
}: {
  takeRedemption: TakeRedemption;
}): Behaviour<typeof session> => ({
  display: nameOfSession,
  filters: {
    terminal: (value) =>
      sql`t.terminal in (select x.id from ${allTerminals} x where x.id::text = ${value} or x.name = ${value})`,
  },
  computed: {
    terminal_display: async (rows, ctx) => {
      const known = await terminals(rows, ctx);
      return rows.map((row) => known.get(row.terminal ?? '')?.name ?? '');
    },
    risk_level: async (rows, ctx) => {
      const found = await verdictsOf(rows, ctx.db);
      const verdicts = Map.groupBy(found, ({ session }) => session);
      return rows.map((row) => {
        const value = worstOf([
          ...(verdicts.get(row.id) ?? []).map(({ risk_level }) => risk_level),
          ...(row.risk_moved === null ? [] : [Number(row.risk_moved)]),
        ]);
        return { value, label: ctx.t(`terminal.command.choices.risk_level.${value}`) };
      });
    },
    duration: (rows) => rows.map((row) => formatDuration(seconds(row))),
    can_replay: (rows) => rows.map((row) => row.has_replay === true && row.replay_path !== ''),
    can_terminate: async (rows, ctx) => {
      const running = rows.filter((row) => row.is_finished !== true);
      const refused = await rankRefusals(targetsOf(running), ctx);
      const allowed = new Set(running.filter((_row, index) => !refused[index]));
      return rows.map((row) => allowed.has(row));
    },
    can_join: async (rows, ctx) => {
      const known = await terminals(rows, ctx);
      return rows.map(
        (row) =>
          row.is_finished !== true &&
          row.type === 'normal' &&
          joinable.includes(known.get(row.terminal ?? '')?.type ?? ''),
      );
    },
  },
  beforeWrite: async ({ ctx, before, input, values }) => {
    const own = await ownTerminal(ctx);
    if (before) {
      await onlyOwn([before.terminal], ctx);
      const end = endOf(before, values);
      return { ...end, ...unchangeable(before, { ...values, ...end }) };
    }
    const org = organizationIn(input, ctx);
    const told = { user: values.user_id ?? '', asset: values.asset_id ?? '' };
    return {
      ...org,
      has_token: await takeRedemption({ component: ctx.actor.id, ...told }, ctx.db),
      terminal: own,
      holder: own,
      date_alive: new Date().toISOString(),
      asset: (values.asset ?? '').slice(0, 128),
    };
  },
  refused: withOrganization,
  afterWrite: async (rows, ctx) => {
    if (rows.some(({ row, before }) => row.is_finished !== before?.is_finished))
      await publish(ctx.db, 'sessions');
    for (const { row, before } of rows) {
      if (!before || row.is_finished !== true || before.is_finished === true) continue;
      await ctx.db.rows(
        sql`update terminal_session set command_amount = commands_moved + (select count(*) from ${allCommands} c where c.session = ${row.id}) where id = ${row.id}`,
      );
      await finishTasksOf([row.id], ctx.db);
    }
  },
});
