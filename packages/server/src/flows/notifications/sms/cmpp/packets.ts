import { createHash } from 'node:crypto';

/** What a packet is, in CMPP 2.0. */
export const commands = { connect: 1, terminate: 2, submit: 4, deliver: 5, activeTest: 8 } as const;

/** The command of the answer to a command. */
export const answerTo = (command: number): number => (command | 0x8000_0000) >>> 0;

/** One packet, without its length. */
export type Packet = { command: number; sequence: number; body: Buffer };

const HEAD = 12;
/** Longest packet that is read, in bytes; those of the protocol are shorter. */
const longest = 8 * 1024;

/** A packet as it is sent. */
export const bytesOf = ({ command, sequence, body }: Packet): Buffer => {
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(HEAD + body.length, 0);
  head.writeUInt32BE(command, 4);
  head.writeUInt32BE(sequence, 8);
  return Buffer.concat([head, body]);
};

/** The packets of a stream, however it is cut. */
export async function* packetsIn(stream: AsyncIterable<Buffer>): AsyncGenerator<Packet> {
  let kept: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    kept = Buffer.concat([kept, chunk]);
    while (kept.length >= HEAD) {
      const length = kept.readUInt32BE(0);
      if (length < HEAD || length > longest) throw new Error('not a packet of CMPP');
      if (kept.length < length) break;
      yield {
        command: kept.readUInt32BE(4),
        sequence: kept.readUInt32BE(8),
        body: kept.subarray(HEAD, length),
      };
      kept = kept.subarray(length);
    }
  }
}

/** Text in a field of fixed length, filled up with zeros; callers check that it fits. */
const fixed = (text: string, size: number): Buffer => {
  const field = Buffer.alloc(size);
  field.write(text, 'latin1');
  return field;
};

/** The moment as CMPP has it: month, day, hour, minute and second, two digits each. */
const stampOf = (date: Date): string =>
  [date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join('');

/** The proof that a sender knows the shared secret. */
export const proofOf = (spId: string, secret: string, stamp: string): Buffer =>
  createHash('md5')
    .update(Buffer.concat([fixed(spId, 6), Buffer.alloc(9), Buffer.from(secret), Buffer.from(stamp)]))
    .digest();

/** The body of a sign-in. */
export const connectBody = (spId: string, secret: string, date: Date): Buffer => {
  const stamp = stampOf(date);
  const time = Buffer.alloc(4);
  time.writeUInt32BE(Number(stamp));
  return Buffer.concat([fixed(spId, 6), proofOf(spId, secret, stamp), Buffer.from([0x20]), time]);
};

/** Longest text of one message, in bytes. */
export const longestText = 140;

/** A text as messages carry it: two bytes a character. */
export const textBytes = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

/** The body of a message to one phone. */
export const submitBody = (message: {
  spId: string;
  serviceId: string;
  srcId: string;
  phone: string;
  text: Buffer;
}): Buffer =>
  Buffer.concat([
    // Id (given by the service), part 1 of 1, no report, normal level.
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0]),
    fixed(message.serviceId, 10),
    // The sender pays; no special protocol, no header in the text, characters of two bytes.
    Buffer.from([2]),
    Buffer.alloc(21),
    Buffer.from([0, 0, 8]),
    fixed(message.spId, 6),
    // Free for the receiver, no price, no times.
    fixed('01', 2),
    fixed('0', 6),
    Buffer.alloc(17),
    Buffer.alloc(17),
    fixed(message.srcId, 21),
    Buffer.from([1]),
    fixed(message.phone, 21),
    Buffer.from([message.text.length]),
    message.text,
    Buffer.alloc(8),
  ]);
