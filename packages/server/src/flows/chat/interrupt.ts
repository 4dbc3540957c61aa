import { stopAssistant } from '@gatehouse/contract/calls/settings.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { publish } from '../../platform/events.ts';
import type { Conversations } from './conversations.ts';

/** Registers the call that stops an answer, whichever server is writing it. */
export const addChatInterrupt = (ports: HttpPorts, conversations: Conversations): void =>
  bind(ports, stopAssistant, async ({ ctx, body }) => {
    const { id } = await body();
    if (!(await conversations.isOf(id, ctx.actor.id))) throw new AppError('object_does_not_exist');
    await publish(ctx.db, 'chat_interrupt', id.toLowerCase());
    return { detail: 'ok' as const };
  });
