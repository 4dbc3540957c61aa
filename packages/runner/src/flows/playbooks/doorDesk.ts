import type { Socket } from 'node:net';
import { type Readable, Writable } from 'node:stream';
import { z } from 'zod';

/** What a confined run asks for: a command on one of its machines, with everything after this line as its input. */
const askedSchema = z.object({ host: z.string().max(512), command: z.string().min(1) });

/** Most bytes of the line that asks. */
const MOST_LINE = 1024 * 1024;
const FIRST_LINE = 4096;

const kinds = { output: 1, errors: 2, ended: 3, failed: 4 } as const;
type Kind = keyof typeof kinds;

/** A command on a machine. */
export type Asked = z.infer<typeof askedSchema>;

/** The run's side of a command: each stream takes and gives no faster than the run does, so nothing piles up here. */
export type Talk = {
  input: Readable;
  output: Writable;
  errors: Writable;
  ended: (code: number) => void;
  failed: (why: string) => void;
  /** Called once the run listens no more. */
  onLeft: (leave: () => void) => void;
};

/** Carries out what was asked; resolves when nothing of it is left on the machine's connection. */
export type Desk = (asked: Asked, talk: Talk) => Promise<void>;

const frame = (kind: Kind, content: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt8(kinds[kind], 0);
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
};

const talkOn = (socket: Socket): Talk => {
  const stream = (kind: Kind) =>
    new Writable({
      // Also called when the socket is gone: what is still sent then is left out.
      write: (bytes: Buffer, _encoding, done) => void socket.write(frame(kind, bytes), () => done()),
    });
  const last = (kind: Kind) => (text: string) => {
    if (socket.destroyed || socket.writableEnded) return;
    socket.end(frame(kind, Buffer.from(text)));
    // What the run still sends is read and left out, or it would wait for it instead of reading the answer.
    socket.unpipe();
    socket.resume();
  };
  const ended = last('ended');
  return {
    ...{ input: socket, output: stream('output'), errors: stream('errors') },
    ended: (code) => ended(String(code)),
    failed: last('failed'),
    onLeft: (leave) => void (socket.destroyed ? leave() : socket.once('close', leave)),
  };
};

const askedIn = (line: string): Asked | undefined => {
  try {
    return askedSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
};

/** Reads what a run asks for on one connection and has it carried out. */
export const serveAsked = (socket: Socket, carryOut: Desk): void => {
  let line = Buffer.alloc(FIRST_LINE);
  let length = 0;
  const destroy = () => void socket.destroy();
  const read = (bytes: Buffer) => {
    const at = bytes.indexOf(10);
    const more = at < 0 ? bytes : bytes.subarray(0, at);
    if (length + more.length > MOST_LINE) return destroy();
    // Grows by doubling: a line that arrives byte by byte is not copied for each of them.
    if (length + more.length > line.length)
      line = Buffer.concat([line], Math.max(2 * line.length, length + more.length));
    length += more.copy(line, length);
    if (at < 0) return;
    socket.off('data', read).off('end', destroy).pause();
    socket.unshift(bytes.subarray(at + 1));
    const asked = askedIn(line.toString('utf8', 0, length));
    line = Buffer.alloc(0);
    if (asked) void carryOut(asked, talkOn(socket));
    else destroy();
  };
  socket.on('error', destroy).on('data', read).on('end', destroy);
};
