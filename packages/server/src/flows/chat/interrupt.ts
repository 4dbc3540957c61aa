import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { CHAT_INTERRUPT_URL } from '@gatehouse/contract/wire/chat.ts';
import { addRoute, type HttpPorts } from '../../engine/http.ts';
import { isUuid } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import type { Conversations } from './conversations.ts';

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
      await publish(ctx.db, 'chat_interrupt', id.toLowerCase());
      return { body: { detail: 'ok' } };
    },
  });
