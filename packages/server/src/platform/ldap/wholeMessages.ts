import { type Answer, answerIn, messageLength } from './answers.ts';
import { LdapFailure } from './ldapFailure.ts';

/** Bytes of one message, and of all messages that answer one request. */
const most = { message: 4_194_304, answer: 67_108_864 };

/** Counts what answers one request. */
const createTally = () => {
  let [bytes, entries] = [0, 0];
  return (answer: Answer, length: number) => {
    bytes += length;
    if (bytes > most.answer) throw new LdapFailure('size_limit', `more than ${most.answer} bytes`);
    if (answer.kind === 'entry' || answer.kind === 'reference') entries += 1;
    else {
      // The library takes a page without entries for the last one.
      if (answer.hasMore && entries === 0)
        throw new LdapFailure('nonsense', 'an empty page before the last one');
      [bytes, entries] = [0, 0];
    }
  };
};

/** Messages of a server, each whole, checked and by itself, so that the library has nothing to put together. */
export async function* wholeMessages(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const count = createTally();
  let held: Buffer[] = [];
  let [size, needed] = [0, 2];
  for await (const chunk of chunks) {
    held.push(chunk);
    size += chunk.length;
    if (size < needed) continue;
    let rest = Buffer.concat(held);
    for (;;) {
      const length = messageLength(rest) ?? rest.length + 1;
      if (length > most.message)
        throw new LdapFailure(Number.isFinite(length) ? 'size_limit' : 'nonsense', 'a message');
      needed = length;
      if (length > rest.length) break;
      const message = rest.subarray(0, length);
      const answer = answerIn(message);
      if (!answer || answer.kind === 'extended') throw new LdapFailure('nonsense', 'a message');
      count(answer, length);
      yield message;
      rest = rest.subarray(length);
    }
    held = [rest];
    size = rest.length;
  }
}
