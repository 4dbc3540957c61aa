import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { AppError } from '@gatehouse/contract/errors.ts';
import { z } from 'zod';
import { type ModelEndpoint, requestModel } from './modelRequest.ts';

/** A turn as sent to the model. */
export type ModelTurn = { role: 'system' | 'user' | 'assistant'; content: string };

/** Maximum pause within an answer, in milliseconds. */
const silenceMs = 60_000;
/** Maximum length of a streamed answer, in characters; what follows is ignored. */
const longestAnswer = 200_000;
/** Maximum length of the answer of a service that does not stream, in characters of its JSON. */
const longestBody = 2 * 1024 * 1024;
/** Maximum length of a line of a streamed answer, in bytes; lines are buffered in memory until they end. */
const longestLine = 8 * 1024 * 1024;

const piece = z.object({
  error: z.unknown().optional(),
  choices: z.array(z.object({ delta: z.object({ content: z.string().nullish() }).optional() })).optional(),
});
const whole = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
});

const unreadable = () => new AppError('error', {}, { messageKey: 'chat_unreadable' });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable();
  }
};

/**
 * Text in one line of a stream; empty for lines without text, undefined for the line that ends the answer.
 */
const textOf = (line: string): string | undefined => {
  if (!line.startsWith('data:')) return '';
  const data = line.slice('data:'.length).trim();
  if (data === '[DONE]') return undefined;
  const event = piece.safeParse(parsed(data));
  if (!event.success || event.data.error) throw unreadable();
  return event.data.choices?.[0]?.delta?.content ?? '';
};

/** Aborts an answer with a line longer than the limit. */
const limitLines = (response: IncomingMessage): void => {
  let bytes = 0;
  response.on('data', (chunk: string) => {
    const lineEnd = chunk.lastIndexOf('\n');
    bytes = Buffer.byteLength(chunk.slice(lineEnd + 1)) + (lineEnd < 0 ? bytes : 0);
    if (bytes > longestLine) response.destroy(unreadable());
  });
};

async function* pieces(response: IncomingMessage): AsyncGenerator<string> {
  limitLines(response);
  for await (const line of createInterface({ input: response, crlfDelay: Number.POSITIVE_INFINITY })) {
    const text = textOf(line);
    if (text === undefined) return;
    if (text) yield text;
  }
}

/** Some services never stream, whatever the request says. */
const atOnce = async (response: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of response) {
    body += chunk;
    if (body.length > longestBody) throw unreadable();
  }
  const answer = whole.safeParse(parsed(body));
  if (!answer.success) throw unreadable();
  return answer.data.choices[0]?.message.content ?? '';
};

/** A model's answer, piece by piece as it is written. */
export async function* modelAnswer(
  endpoint: ModelEndpoint,
  messages: readonly ModelTurn[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const response = await requestModel(endpoint, { messages, stream: true }, signal);
  response.setEncoding('utf8');
  response.setTimeout(silenceMs, () =>
    response.destroy(new AppError('error', {}, { messageKey: 'chat_timed_out' })),
  );
  try {
    if (!String(response.headers['content-type']).includes('event-stream'))
      return yield await atOnce(response);
    let length = 0;
    for await (const text of pieces(response)) {
      length += text.length;
      yield text;
      if (length > longestAnswer) return;
    }
  } finally {
    response.destroy();
  }
}

/** Asks for a very short answer, to test whether the model works. */
export const tryModel = async (endpoint: ModelEndpoint): Promise<void> => {
  const signal = AbortSignal.timeout(20_000);
  const question = { messages: [{ role: 'user', content: 'ping' }], max_tokens: 5 };
  const response = await requestModel(endpoint, question, signal);
  response.setEncoding('utf8');
  await atOnce(response);
};
