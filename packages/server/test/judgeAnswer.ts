import { isDeepStrictEqual } from 'node:util';
import type { CallShape } from '@gatehouse/contract/call/defineCall.ts';
import type { CallAnswer } from '../src/engine/http.ts';

const faultOf = (shape: CallShape, { status, body, isRead }: CallAnswer): string | undefined => {
  const usual = shape.status ?? 200;
  if (status === usual && !isRead) return 'the handler never checked the body';
  const schema = status === usual ? shape.answer : shape.otherwise?.[status];
  const isPage = shape.answer && 'media' in shape.answer && shape.answer.redirects;
  if ((schema && 'media' in schema) || (!schema && isPage)) return undefined;
  if (!schema) return body === undefined ? undefined : `no answer with status ${status} is declared`;
  const wire: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  const read = schema.safeParse(wire);
  if (!read.success) return JSON.stringify(read.error.issues);
  return isDeepStrictEqual(read.data, wire) ? undefined : 'keys that are not declared';
};

/** Compares an answer with its declaration; a test's request fails when they differ. */
export const judgeAnswer = (shape: CallShape, answer: CallAnswer): void => {
  const fault = faultOf(shape, answer);
  if (!fault) return;
  const message = `${answer.address} answered ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 500)}: ${fault}`;
  process.stderr.write(`${message}\n`);
  throw new Error(message);
};
