import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A packet as it arrived. */
export type Frame = { command: number; sequence: number; body: Buffer };
/** Answers to packets, by their command; without one, none is sent. */
type Answers = Record<number, (frame: Frame, socket: Socket) => Buffer | undefined>;

/** The body of the answer to a sign-in. */
export const connected = (status: number): Buffer =>
  Buffer.concat([Buffer.from([status]), Buffer.alloc(16), Buffer.from([32])]);

/** The body of the answer to a message. */
export const submitted = (result: number): Buffer =>
  Buffer.concat([Buffer.alloc(8, 7), Buffer.from([result])]);

/** The text of a message in two-byte characters. */
export const textOf = ({ body }: Frame): string =>
  Buffer.from(body.subarray(139, 139 + (body[138] ?? 0)))
    .swap16()
    .toString('utf16le');

/** Sends a packet in two parts, as a network may cut it. */
export const writePacket = (socket: Socket, command: number, sequence: number, body: Buffer): void => {
  const head = Buffer.alloc(12);
  head.writeUInt32BE(12 + body.length, 0);
  head.writeUInt32BE(command, 4);
  head.writeUInt32BE(sequence, 8);
  const whole = Buffer.concat([head, body]);
  socket.write(whole.subarray(0, 5));
  setTimeout(() => socket.writable && socket.write(whole.subarray(5)), 2);
};

/** A message centre of a mobile network that speaks CMPP 2.0; it takes every message unless a test says otherwise. */
export const startMessageCentre = async () => {
  const frames: Frame[] = [];
  const usual = (): Answers => ({ 1: () => connected(0), 4: () => submitted(0) });
  const centre = {
    port: 0,
    /** What arrived. */
    frames,
    answers: usual(),
    /** Forgets what arrived, and answers as usual. */
    reset: () => {
      frames.length = 0;
      centre.answers = usual();
    },
    stop: () => void server.close(),
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    let kept = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      kept = Buffer.concat([kept, chunk]);
      while (kept.length >= 12 && kept.length >= kept.readUInt32BE(0)) {
        const length = kept.readUInt32BE(0);
        const frame = {
          command: kept.readUInt32BE(4),
          sequence: kept.readUInt32BE(8),
          body: Buffer.from(kept.subarray(12, length)),
        };
        kept = kept.subarray(length);
        frames.push(frame);
        const body = centre.answers[frame.command]?.(frame, socket);
        if (body) writePacket(socket, (frame.command | 0x80000000) >>> 0, frame.sequence, body);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  centre.port = (server.address() as AddressInfo).port;
  return centre;
};
