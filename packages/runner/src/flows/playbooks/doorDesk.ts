import type { Socket } from 'node:net';
import { z } from 'zod';

/** What a confined run asks for: a command on one of its machines, with everything after this line as its input. */
const askedSchema = z.object({ host: z.string().max(512), command: z.string().min(1) });

/** Most bytes of the line that asks. */
const MOST_LINE = 1024 * 1024;

const kinds = { output: 1, errors: 2, ended: 3, failed: 4 } as const;

/** How a command on a machine answers. */
export type Answer = Record<keyof typeof kinds, (content: Buffer | string) => void>;

/** A command on a machine. */
export type Asked = z.infer<typeof askedSchema>;

/** Reads what a run asks for on one connection; `begin` gets it and says where its input goes. */
export const serveAsked = (
  socket: Socket,
  begin: (asked: Asked, answer: Answer) => { input: (bytes: Buffer) => void; end: () => void },
): void => {
  let line = Buffer.alloc(0);
  let going: ReturnType<typeof begin> | undefined;
  const tell = (kind: keyof Answer) => (content: Buffer | string) => {
    if (socket.destroyed || socket.writableEnded) return;
    const bytes = Buffer.from(content);
    const head = Buffer.alloc(5);
    head.writeUInt8(kinds[kind], 0);
    head.writeUInt32BE(bytes.length, 1);
    socket.write(Buffer.concat([head, bytes]));
    if (kind === 'ended' || kind === 'failed') socket.end();
  };
  const answer: Answer = {
    ...{ output: tell('output'), errors: tell('errors'), ended: tell('ended'), failed: tell('failed') },
  };
  const start = (text: string): typeof going => {
    let told: unknown;
    try {
      told = JSON.parse(text);
    } catch {
      told = undefined;
    }
    const asked = askedSchema.safeParse(told);
    if (asked.success) going = begin(asked.data, answer);
    else socket.destroy();
    return going;
  };
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes: Buffer) => {
    if (going) return going.input(bytes);
    line = Buffer.concat([line, bytes]);
    const at = line.indexOf(10);
    if (at < 0) {
      if (line.length > MOST_LINE) socket.destroy();
    } else start(line.toString('utf8', 0, at))?.input(line.subarray(at + 1));
  });
  socket.on('end', () => (going ? going.end() : socket.destroy()));
};
