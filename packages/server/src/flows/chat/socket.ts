import { chatWithAssistant } from '@gatehouse/contract/calls/sockets.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import {
  CHAT_CONNECTED,
  CHAT_PING,
  CHAT_PONG,
  type ChatFrame,
  type ChatRequest,
  LONGEST_QUESTION,
} from '@gatehouse/contract/wire/chat.ts';
import { z } from 'zod';
import type { HttpPorts } from '../../engine/http.ts';
import type { Events } from '../../platform/events.ts';
import type { RateLimits } from '../../platform/limits/rateLimits.ts';
import type { Settings } from '../../platform/settings.ts';
import { addPageSocket, type PageSocket } from '../session/pageSocket.ts';
import { ask, turnOf } from './ask.ts';
import type { Conversations } from './conversations.ts';
import { refuseWhenOff } from './modelSettings.ts';

/** What the assistant's socket needs. */
export type ChatDeps = {
  settings: Settings;
  events: Events;
  limits: RateLimits;
  conversations: Conversations;
  siteUrl: () => string | undefined;
};

const question = z.object({
  content: z.string().trim().min(1).max(LONGEST_QUESTION),
  prompt: z.string().max(LONGEST_QUESTION).default(''),
  conversation_id: z.union([z.uuid(), z.literal('')]).default(''),
});

const questionOf = (text: string): ChatRequest | undefined => {
  try {
    return question.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** Maximum number of bytes buffered for a slow page; beyond it, steps of an answer are skipped. */
const mostWaiting = 64 * 1024;

type Running = { conversationId?: string; abort: AbortController };

const serve = (page: PageSocket, ports: HttpPorts, deps: ChatDeps): (() => void) => {
  const { socket, facts, isSignedIn, quietly } = page;
  let running: Running | undefined;
  const send = (frame: ChatFrame) => {
    if (socket.readyState !== socket.OPEN) return;
    // Each step holds the whole answer so far, so the next one makes up for a skipped one.
    if (frame.type === 'message' && socket.bufferedAmount > mostWaiting) return;
    socket.send(JSON.stringify(frame));
  };
  const textOf = (error: AppError) =>
    ports.engine.lookup(facts.language, `errors.${error.messageKey}`, error.params) ?? error.messageKey;
  /**
   * Reports an error. With a `system_message`, the page sends no more questions until its connection opens
   * again; without one, only this answer has failed.
   */
  const refuse = (error: unknown, conversation_id: string) => {
    const known = error instanceof AppError ? error : new AppError('unexpect_error', {}, { cause: error });
    if (known.cause ?? known !== error)
      ports.app.log.warn({ err: known.cause ?? error }, 'the assistant could not answer');
    const content = textOf(known);
    const isFinal = known.messageKey === 'chat_off';
    send({
      ...turnOf('assistant', content),
      type: 'error',
      conversation_id,
      ...(isFinal && { system_message: content }),
    });
  };
  const answer = async (request: ChatRequest) => {
    const mine: Running = { abort: new AbortController() };
    running = mine;
    try {
      if (!(await isSignedIn())) return;
      refuseWhenOff(deps.settings);
      await deps.limits.take('chat', facts.actor.id);
      await ask(request, facts.actor.id, mine.abort.signal, {
        ...deps,
        send,
        began: (conversationId) => {
          mine.conversationId = conversationId;
        },
      });
    } catch (error) {
      refuse(error, mine.conversationId ?? request.conversation_id);
    } finally {
      running = undefined;
    }
  };
  socket.on('message', (data, isBinary) => {
    if (isBinary) return;
    const text = String(data);
    if (text === CHAT_PING) return socket.send(CHAT_PONG);
    const request = questionOf(text);
    const tooMuch = running ? 'chat_still_answering' : request ? undefined : 'chat_unreadable_question';
    if (tooMuch) refuse(new AppError('error', {}, { messageKey: tooMuch }), request?.conversation_id ?? '');
    else if (request) quietly(answer(request));
  });
  const end = deps.events.on('chat_interrupt', (conversationId) => {
    if (conversationId && conversationId === running?.conversationId) running.abort.abort();
  });
  socket.send(CHAT_CONNECTED);
  return () => {
    end();
    running?.abort.abort();
  };
};

/** The assistant's socket: one question at a time, with its answer as it is written. */
export const addChatSocket = (ports: HttpPorts, deps: ChatDeps): void =>
  addPageSocket(ports, {
    ...deps,
    call: chatWithAssistant,
    admit: () => refuseWhenOff(deps.settings),
    serve: (page) => serve(page, ports, deps),
  });
