import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { CHAT_INTERRUPT_URL } from '@gatehouse/contract/wire/chat.ts';
import { sql } from 'drizzle-orm';
import { addRoute, type HttpPorts } from '../../engine/http.ts';
import { isUuid } from '../../platform/database.ts';
import type { Conversations } from './conversations.ts';

/** Where servers hear that an answer is to end; the notice is the id of its conversation. */
export const interruptChannel = 'gatehouse_chat_interrupt';

/** Registers ending an answer: whichever server writes it hears of it. */
export const addChatInterrupt = (ports: HttpPorts, conversations: Conversations): void =>
  addRoute(ports, {
    method: 'POST',
    url: CHAT_INTERRUPT_URL,
    need: 'validUser',
    handle: async (ctx, request) => {
      const { id } = (request.body ?? {}) as { id?: unknown };
      if (!isUuid(id)) throw fieldError('id', 'invalid_uuid');
      if (!(await conversations.isOf(id, ctx.actor.id))) throw new AppError('object_does_not_exist');
      await ctx.db.rows(sql`select pg_notify(${interruptChannel}, ${id.toLowerCase()})`);
      return { body: { detail: 'ok' } };
    },
  });
