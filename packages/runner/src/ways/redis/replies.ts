/** What a Redis server answers; an error stands for itself, as it may be part of a list. */
export type Reply = string | number | null | RedisError | Reply[];

/** The server refused a command; its first word is a code. */
export class RedisError extends Error {
  override name = 'RedisError';
}

/** Most bytes of one answer, and how deep lists may lie in lists. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_DEPTH = 8;

const LINE_END = Buffer.from('\r\n');

/** A command as its words, each with its length in front, so that none of them can be more than a word. */
export const commandOf = (words: readonly string[]): Buffer =>
  Buffer.concat([
    Buffer.from(`*${words.length}\r\n`),
    ...words.flatMap((word) => {
      const bytes = Buffer.from(word);
      return [Buffer.from(`$${bytes.length}\r\n`), bytes, LINE_END];
    }),
  ]);

type Read = { reply: Reply; end: number } | null;

const lengthIn = (text: string): number => {
  const length = Number(text);
  if (!Number.isInteger(length) || length < -1 || length > MOST_BYTES) throw new Error('no Redis server');
  return length;
};

const readBulk = (data: Buffer, from: number, length: number): Read => {
  if (length === -1) return { reply: null, end: from };
  if (data.length < from + length + LINE_END.length) return null;
  return { reply: data.toString('utf8', from, from + length), end: from + length + LINE_END.length };
};

const readList = (data: Buffer, from: number, length: number, depth: number): Read => {
  if (length === -1) return { reply: null, end: from };
  const reply: Reply[] = [];
  let at = from;
  for (let left = length; left > 0; left -= 1) {
    const one = readReply(data, at, depth + 1);
    if (!one) return null;
    reply.push(one.reply);
    at = one.end;
  }
  return { reply, end: at };
};

const readReply = (data: Buffer, from: number, depth: number): Read => {
  if (depth > MOST_DEPTH) throw new Error('no Redis server');
  const line = data.indexOf(LINE_END, from);
  if (line < 0) return null;
  const text = data.toString('utf8', from + 1, line);
  const end = line + LINE_END.length;
  switch (String.fromCharCode(data[from] ?? 0)) {
    case '+':
      return { reply: text, end };
    case '-':
      return { reply: new RedisError(text), end };
    case ':':
      return { reply: Number(text), end };
    case '$':
      return readBulk(data, end, lengthIn(text));
    case '*':
      return readList(data, end, lengthIn(text), depth);
    default:
      throw new Error('no Redis server');
  }
};

/** The first answer in what arrived, and where it ends; null while it is incomplete. Throws where it is none. */
export const replyIn = (data: Buffer): Read => {
  const read = readReply(data, 0, 0);
  if (!read && data.length > MOST_BYTES) throw new Error('no Redis server');
  return read;
};
