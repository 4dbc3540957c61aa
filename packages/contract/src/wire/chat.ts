import { z } from 'zod';

/** WebSocket of the assistant: questions go in, answers come out piece by piece. */
export const CHAT_SOCKET = '/kael/chat/system/';

/** Ends the answer that is being written in a conversation, on whichever server that happens. */
export const CHAT_INTERRUPT_URL = '/kael/interrupt_current_ask/';

/** Prompts to choose from. */
export const CHAT_PROMPTS_URL = '/api/v1/settings/chatai-prompts/';

/** One's own conversations. */
export const CHAT_CONVERSATIONS_URL = '/api/v1/settings/chatai-conversations/';

/** Keeps a connection open through proxies; answered with `CHAT_PONG`. */
export const CHAT_PING = 'ping';
export const CHAT_PONG = 'pong';

/** First words of the server: the connection stands. */
export const CHAT_CONNECTED = 'connected';

/** Longest question, in characters. */
export const LONGEST_QUESTION = 16_000;

/** A question; without a conversation it starts one. `prompt` says how to answer. */
export const chatRequest = z.object({
  content: z.string().trim().min(1).max(LONGEST_QUESTION),
  prompt: z.string().max(LONGEST_QUESTION).nullish(),
  conversation_id: z.union([z.uuid(), z.literal('')]).nullish(),
});

/** A question on its way. */
export type ChatRequest = z.infer<typeof chatRequest>;

/**
 * What the socket says. `message` carries the whole answer so far, `finish` all of it. An `error` with a
 * `system_message` means that nothing can be asked any more; one with `content` alone, that this answer failed.
 */
export const chatFrame = z.object({
  type: z.enum(['message', 'error', 'finish']),
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  create_time: z.string(),
  conversation_id: z.string(),
  system_message: z.string().optional(),
});

/** One frame of the socket. */
export type ChatFrame = z.infer<typeof chatFrame>;

/** A turn as a conversation keeps it. */
export type ChatTurn = Pick<ChatFrame, 'id' | 'role' | 'content' | 'create_time'>;

/** A prompt to choose from; built-in ones have no id. */
export type ChatPrompt = { id?: string; name: string; content: string; builtin?: boolean };
