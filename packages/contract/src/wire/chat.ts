/** Path of the WebSocket of the assistant: questions go in, answers come out piece by piece. */
export const CHAT_SOCKET = '/kael/chat/system/';

/** Address of the call that stops the answer being written in a conversation, whichever server writes it. */
export const CHAT_INTERRUPT_URL = '/kael/interrupt_current_ask/';

/** Address of the user's own conversations. */
export const CHAT_CONVERSATIONS_URL = '/api/v1/settings/chatai-conversations/';

/** Message that keeps a connection open through proxies; answered with `CHAT_PONG`. */
export const CHAT_PING = 'ping';
export const CHAT_PONG = 'pong';

/** The server's first message: connected. */
export const CHAT_CONNECTED = 'connected';

/** Maximum length of a question, in characters. */
export const LONGEST_QUESTION = 16_000;

/** A question; without a conversation it starts one. `prompt` says how to answer. */
export type ChatRequest = { content: string; prompt: string; conversation_id: string };

/**
 * What the socket sends. `message` carries the whole answer so far, `finish` the complete one. An `error`
 * with a `system_message` means that the assistant is switched off; with `content` alone, that this answer
 * failed.
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

/** A turn as stored in a conversation. */
export type ChatTurn = Pick<ChatFrame, 'id' | 'role' | 'content' | 'create_time'>;

/** A prompt to choose from; built-in ones have no id. */
export type ChatPrompt = { id?: string; name: string; content: string; builtin?: boolean };
