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
export type ChatRequest = { content: string; prompt: string; conversation_id: string };

/**
 * What the socket says. `message` carries the whole answer so far, `finish` all of it. An `error` with a
 * `system_message` means that nothing can be asked any more; one with `content` alone, that this answer failed.
 */
export type ChatFrame = {
  type: 'message' | 'error' | 'finish';
  id: string;
  role: 'user' | 'assistant';
  content: string;
  create_time: string;
  conversation_id: string;
  system_message?: string;
};

/** A turn as a conversation keeps it. */
export type ChatTurn = Pick<ChatFrame, 'id' | 'role' | 'content' | 'create_time'>;

/** A prompt to choose from; built-in ones have no id. */
export type ChatPrompt = { id?: string; name: string; content: string; builtin?: boolean };
