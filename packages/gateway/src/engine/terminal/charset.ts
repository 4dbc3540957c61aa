import { StringDecoder } from 'node:string_decoder';
import iconv from 'iconv-lite';

/** Charsets a platform may declare. */
export type Charset = 'utf-8' | 'gbk';

/** Converts between an asset's charset and UTF-8; characters split between chunks stay intact. */
export type Transcoder = {
  fromTarget: (bytes: Buffer) => Buffer;
  toTarget: (utf8: Buffer) => Buffer;
};

const unchanged: Transcoder = { fromTarget: (bytes) => bytes, toTarget: (utf8) => utf8 };

/** Keeps the streaming state of one session. */
export const createTranscoder = (charset: Charset): Transcoder => {
  if (charset === 'utf-8') return unchanged;
  const decoder = iconv.getDecoder(charset);
  const encoder = iconv.getEncoder(charset);
  const input = new StringDecoder('utf8');
  return {
    fromTarget: (bytes) => Buffer.from(decoder.write(bytes), 'utf8'),
    toTarget: (utf8) => Buffer.from(encoder.write(input.write(utf8))),
  };
};
