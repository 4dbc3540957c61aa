import { type OutgoingRequest, outgoing } from '../../../platform/outgoing/outgoing.ts';

/** Longest answer that is read, in bytes. */
const longestAnswer = 64 * 1024;

/** What a service answered; `body` is undefined unless it is a JSON object. */
export type ServiceAnswer = { status: number; body: Readonly<Record<string, unknown>> | undefined };

const objectIn = (text: string): ServiceAnswer['body'] => {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed && typeof parsed === 'object' && !Array.isArray(parsed) ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
};

/** Sends a request and reads the answer, of which no more than a limit is kept. */
export const askService = async (url: URL, request: OutgoingRequest): Promise<ServiceAnswer> => {
  const length = request.body && { 'content-length': request.body.length };
  const answer = await outgoing.request(url, { ...request, headers: { ...request.headers, ...length } });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > longestAnswer) break;
  }
  return { status: answer.statusCode ?? 0, body: objectIn(Buffer.concat(chunks).toString('utf8')) };
};

/** The words of a service in an error: one short line. */
export const wordsOf = (...parts: unknown[]): string =>
  parts
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(' ')
    .replace(/\s+/g, ' ')
    .slice(0, 200);
