import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { SITE_MESSAGES_URL } from '@gatehouse/contract/wire/siteMessages.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { addRoute, type HttpPorts } from '../../engine/http.ts';
import { type Database, isUuid, uuids } from '../../platform/database.ts';
import { sendMessage } from './send.ts';

/** Most messages one request marks. */
const mostMarked = 1000;

const done = { body: { detail: 'ok' } };

/** Messages a person has not read. */
export const unreadOf = async (userId: string, db: Database): Promise<number> => {
  const [row] = await db.rows<{ count: number }>(
    sql`select count(*)::int as count from notifications_sitemessage where "user" = ${userId} and not has_read`,
  );
  return row?.count ?? 0;
};

const idsOf = (request: FastifyRequest): string[] => {
  const { ids } = (request.body ?? {}) as { ids?: unknown };
  if (!Array.isArray(ids)) throw fieldError('ids', 'not_a_list');
  if (ids.length === 0) throw fieldError('ids', 'empty_list');
  if (ids.length > mostMarked) throw fieldError('ids', 'max_items', { max: mostMarked });
  if (!ids.every(isUuid)) throw fieldError('ids', 'invalid_uuid');
  return ids;
};

/** Marks the caller's own; what was removed meanwhile is no mistake, unless nothing is left to mark. */
const markRead = async (ids: readonly string[], ctx: Context): Promise<void> => {
  const own =
    await ctx.db.rows(sql`update notifications_sitemessage set has_read = true, read_at = coalesce(read_at, now())
    where id = any(${uuids(ids)}) and "user" = ${ctx.actor.id} returning 1`);
  if (own.length === 0) throw new AppError('object_does_not_exist');
};

const markAllRead = (ctx: Context) =>
  ctx.db.rows(
    sql`update notifications_sitemessage set has_read = true, read_at = now() where "user" = ${ctx.actor.id} and not has_read`,
  );

/** Registers counting and reading one's site messages, and writing some for those who may. */
export const addSiteMessages = (ports: HttpPorts): void => {
  addRoute(ports, {
    method: 'GET',
    url: `${SITE_MESSAGES_URL}unread-total/`,
    need: 'validUser',
    handle: async (ctx) => ({ body: { total: await unreadOf(ctx.actor.id, ctx.db) } }),
  });
  addRoute(ports, {
    method: 'PATCH',
    url: `${SITE_MESSAGES_URL}mark-as-read/`,
    need: 'validUser',
    handle: async (ctx, request) => {
      await markRead(idsOf(request), ctx);
      return done;
    },
  });
  addRoute(ports, {
    method: 'PATCH',
    url: `${SITE_MESSAGES_URL}mark-as-read-all/`,
    need: 'validUser',
    handle: async (ctx) => {
      await markAllRead(ctx);
      return done;
    },
  });
  // The reference lets everybody write to everybody; here only whoever decides about system messages.
  addRoute(ports, {
    method: 'POST',
    url: `${SITE_MESSAGES_URL}send/`,
    need: 'settings.change_systemmsgsubscription',
    handle: async (ctx, request) => {
      await sendMessage(request.body, ctx);
      return done;
    },
  });
};
