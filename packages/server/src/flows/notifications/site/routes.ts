import {
  countUnreadMessages,
  markAllMessagesRead,
  markMessagesRead,
  sendSiteMessage,
} from '@gatehouse/contract/calls/notifications.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import { bind } from '../../../engine/calls/bind.ts';
import type { Context } from '../../../engine/context.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import type { Database } from '../../../platform/database.ts';
import { allSiteMessages } from '../../../resources/notifications/sitemessage/relations.ts';
import { markAllRead, markRead } from '../../../resources/notifications/sitemessage/statements.ts';
import { sendMessage } from '../send.ts';

const done = { detail: 'ok' } as const;

/** Number of a user's unread messages. */
export const unreadOf = async (userId: string, db: Database): Promise<number> => {
  const [row] = await db.rows<{ count: number }>(
    sql`select count(*)::int as count from ${allSiteMessages} s where "user" = ${userId} and not has_read`,
  );
  return row?.count ?? 0;
};

/** Marks the caller's own messages as read. Deleted ones are ignored; it is an error if none is left. */
const markOwn = async (ids: readonly string[], ctx: Context): Promise<void> => {
  if ((await markRead(ctx.actor.id, ids, ctx.db)) === 0) throw new AppError('object_does_not_exist');
};

/** Registers counting the caller's unread site messages, marking them as read, and sending messages. */
export const addSiteMessages = (ports: HttpPorts): void => {
  bind(ports, countUnreadMessages, async ({ ctx }) => ({ total: await unreadOf(ctx.actor.id, ctx.db) }));
  bind(ports, markMessagesRead, async ({ ctx, body }) => {
    const { ids } = await body();
    await markOwn(ids, ctx);
    return done;
  });
  bind(ports, markAllMessagesRead, async ({ ctx }) => {
    await markAllRead(ctx.actor.id, ctx.db);
    return done;
  });
  // The reference lets every user write to all others; here it needs the permission for system messages.
  bind(ports, sendSiteMessage, async ({ ctx, body }) => {
    await sendMessage(await body(), ctx);
    return done;
  });
};
