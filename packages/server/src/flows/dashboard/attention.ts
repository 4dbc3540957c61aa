import type { AnswerInput } from '@gatehouse/contract/call/callTypes.ts';
import type { getAttention } from '@gatehouse/contract/calls/dashboard.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { can } from '../../engine/permission.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { endingWithin } from '../../resources/perms/assetpermission/filters.ts';
import { allPermissions } from '../../resources/perms/assetpermission/relations.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { offlineComponents } from '../../resources/terminal/terminal/relations.ts';
import { waitingFor } from '../../resources/tickets/ticket/waiting.ts';
import type { Licence } from '../licence/licence.ts';
import { countCommands } from './commands.ts';
import { here, midnight } from './span.ts';

type Attention = AnswerInput<typeof getAttention>;
/** Numbers counted by one statement each. */
type Count = Exclude<keyof Attention, 'rejected_commands' | 'commands_not_counted' | 'licence_days'>;

/** A permission that ends within so many days needs attention. */
const permissionDays = 3;
/** A licence with fewer days than this needs attention. */
const licenceDays = 7;
const dayMs = 86_400_000;

type Watched = { key: Count; need: string; rows(ctx: Context): SQL | Promise<SQL> };

const watched: Watched[] = [
  {
    key: 'waiting_tickets',
    need: 'tickets.view_ticket',
    rows: async (ctx) => sql`${await visibleRows('tickets.ticket', ctx)} t where ${waitingFor(ctx.actor.id)}`,
  },
  {
    key: 'failed_sessions',
    need: 'terminal.view_session',
    rows: (ctx) =>
      sql`${allSessions} t where ${here(ctx)} and not t.is_success and t.date_start >= ${midnight(ctx)}`,
  },
  {
    key: 'unreachable_assets',
    need: 'assets.view_asset',
    rows: (ctx) => sql`${allAssets} t where ${here(ctx)} and t.connectivity = 'err'`,
  },
  {
    key: 'expiring_permissions',
    need: 'perms.view_assetpermission',
    rows: (ctx) => sql`${allPermissions} t where ${here(ctx)} and ${endingWithin(permissionDays)}`,
  },
  {
    key: 'offline_components',
    need: 'terminal.view_terminal',
    rows: () => sql`${offlineComponents} t`,
  },
];

/** Today's rejected commands, wherever they are stored. */
const rejectedToday = async (ctx: Context): Promise<Attention> => {
  const { rejected, silent } = await countCommands(midnight(ctx), ctx, 'rejected');
  return { rejected_commands: rejected, ...(silent.length > 0 && { commands_not_counted: silent }) };
};

/** Days left to a licence that ends soon or has ended. */
const daysLeft = (licence: Licence): number | undefined => {
  const end = licence.isEnabled ? licence.facts()?.date_expired : undefined;
  if (!end) return undefined;
  const days = Math.floor((Date.parse(end) - Date.now()) / dayMs);
  return days < licenceDays ? days : undefined;
};

/** Counts of what needs attention; what the caller may not see is neither counted nor mentioned. */
export const attentionOf = async (licence: Licence, ctx: Context): Promise<Attention> => {
  const found: Attention = {};
  for (const { key, need, rows } of watched) {
    if (!can(ctx.actor, need)) continue;
    const [row] = await ctx.db.rows<{ n: number }>(sql`select count(*)::int as n from ${await rows(ctx)}`);
    found[key] = row?.n ?? 0;
  }
  if (can(ctx.actor, 'terminal.view_command')) Object.assign(found, await rejectedToday(ctx));
  const days = can(ctx.actor, 'settings.change_license') ? daysLeft(licence) : undefined;
  return { ...found, ...(days !== undefined && { licence_days: days }) };
};
