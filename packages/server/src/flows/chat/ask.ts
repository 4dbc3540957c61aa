import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { ChatFrame, ChatRequest, ChatTurn } from '@gatehouse/contract/wire/chat.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Conversations } from './conversations.ts';
import { type ModelTurn, modelAnswer } from './modelAnswer.ts';
import { endpointOf } from './modelSettings.ts';

/** Time limit for a whole answer, in milliseconds. */
const longestMs = 10 * 60_000;
/** Pieces that arrive within this time, in milliseconds, are sent together. */
const gatherMs = 40;
/** Maximum number of turns, including the question, that are sent to the model with each question. */
const mostTurns = 20;
const mostCharacters = 40_000;

const house =
  'You are the assistant of a privileged-access management console for system administrators. Answer in the language of the question, briefly, in Markdown. Never ask for passwords, keys or other secrets.';

/** The latest turns that fit, with the question last. */
const latestTurns = (turns: readonly ChatTurn[]): ModelTurn[] => {
  const sent: ModelTurn[] = [];
  let left = mostCharacters;
  for (const { role, content } of turns.slice(-mostTurns).toReversed()) {
    left -= content.length;
    if (left < 0 && sent.length > 0) break;
    sent.unshift({ role, content });
  }
  return sent;
};

/** A turn with the current time. */
export const turnOf = (role: ChatTurn['role'], content: string): ChatTurn => ({
  id: randomUUID(),
  role,
  content,
  create_time: new Date().toISOString(),
});

/** What asking needs. */
export type AskDeps = {
  settings: Settings;
  conversations: Conversations;
  /** Sends a frame to the page; frames with the same id carry the same answer as it grows. */
  send: (frame: ChatFrame) => void;
  /** Reports the conversation's id before the first word arrives. */
  began: (conversationId: string) => void;
};

/**
 * Passes on the whole text so far at intervals; `settled` resolves once the latest text has been passed on.
 */
const createTelling = (tell: (content: string) => void) => {
  let content = '';
  let waiting: Promise<void> | undefined;
  return {
    content: () => content,
    add: (text: string) => {
      content += text;
      waiting ??= sleep(gatherMs).then(() => {
        waiting = undefined;
        tell(content);
      });
    },
    settled: async () => waiting,
  };
};

/**
 * The error to show: one of our own as it is; otherwise that the answer took too long or the AI service
 * cannot be reached.
 */
const failureOf = (error: unknown, signal: AbortSignal): AppError =>
  error instanceof AppError
    ? error
    : new AppError(
        'error',
        {},
        {
          messageKey: signal.aborted ? 'chat_timed_out' : 'chat_unreachable',
          cause: error,
        },
      );

/** Stores a question, asks the model, sends the answer as it is written, and stores the answer. */
export const ask = async (
  request: ChatRequest,
  user: string,
  interrupted: AbortSignal,
  { settings, conversations, send, began }: AskDeps,
): Promise<void> => {
  const question = turnOf('user', request.content);
  const known = request.conversation_id || undefined;
  const turns = known ? await conversations.add(known, user, question) : [question];
  const conversation_id = known ?? (await conversations.start(user, question));
  const answer = turnOf('assistant', '');
  const tell = (type: ChatFrame['type'], content: string) =>
    send({ ...answer, type, content, conversation_id });
  began(conversation_id);
  // The page must know the conversation before the first word to be able to stop the answer.
  tell('message', '');
  const system = [house, request.prompt].join('\n\n').trim();
  const messages: ModelTurn[] = [{ role: 'system', content: system }, ...latestTurns(turns)];
  const telling = createTelling((content) => tell('message', content));
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(longestMs)]);
  try {
    for await (const text of modelAnswer(endpointOf(settings), messages, signal)) telling.add(text);
  } catch (error) {
    if (!interrupted.aborted) throw failureOf(error, signal);
  } finally {
    await telling.settled();
    const content = telling.content();
    if (content) await conversations.add(conversation_id, user, { ...answer, content });
  }
  tell('finish', telling.content());
};
