import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { ChatFrame, ChatRequest, ChatTurn } from '@gatehouse/contract/wire/chat.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Conversations } from './conversations.ts';
import { type ModelTurn, modelAnswer } from './modelAnswer.ts';
import { endpointOf } from './modelSettings.ts';

/** Longest an answer may take as a whole. */
const longestMs = 10 * 60_000;
/** Pieces that come within this time are told together. */
const gatherMs = 40;
/** What of a conversation the model is told again with each question. */
const mostTurnsTold = 20;
const mostCharactersTold = 40_000;

const house =
  'You are the assistant of a privileged-access management console for system administrators. Answer in the language of the question, briefly, in Markdown. Never ask for passwords, keys or other secrets.';

/** The latest turns that fit, the question last. */
const toldTurns = (turns: readonly ChatTurn[]): ModelTurn[] => {
  const told: ModelTurn[] = [];
  let left = mostCharactersTold;
  for (const { role, content } of turns.slice(-mostTurnsTold).toReversed()) {
    left -= content.length;
    if (left < 0 && told.length > 0) break;
    told.unshift({ role, content });
  }
  return told;
};

/** A turn of now. */
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
  /** Tells the page; the same id is the same answer, grown. */
  send: (frame: ChatFrame) => void;
  /** Says which conversation is being answered, before the first word comes. */
  began: (conversationId: string) => void;
};

/** Tells what has been gathered at most every so often, the rest at the end. */
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

/** A line that breaks in the midst of an answer, or an answer without end, in words for the person who waits. */
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

/** Answers one question: keeps it, asks the model, tells the answer while it is written, keeps that too. */
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
  // The page must know the conversation before the first word, or it could not stop the answer.
  tell('message', '');
  const system = [house, request.prompt].join('\n\n').trim();
  const messages: ModelTurn[] = [{ role: 'system', content: system }, ...toldTurns(turns)];
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
