import type { Socket } from 'node:net';
import { SmsRefused } from '../SmsProvider.ts';
import { answerTo, bytesOf, commands, type Packet, packetsIn } from './packets.ts';

/** A connection to a message centre on which one request at a time is answered. */
export type CmppSession = {
  /** The body of the answer to a request. */
  ask(command: number, body: Buffer): Promise<Buffer>;
  end(): void;
};

/** Speaks CMPP over an open connection; what the other side asks meanwhile is answered. */
export const openSession = (socket: Socket): CmppSession => {
  const packets = packetsIn(socket as AsyncIterable<Buffer>);
  let sequence = 0;
  const write = (packet: Packet) => socket.write(bytesOf(packet));
  const answerOther = ({ command, sequence: asked }: Packet) => {
    if (command === commands.activeTest)
      write({ command: answerTo(command), sequence: asked, body: Buffer.alloc(1) });
  };
  return {
    ask: async (command, body) => {
      sequence += 1;
      write({ command, sequence, body });
      while (true) {
        const { value, done } = await packets.next();
        if (done) throw new SmsRefused('connection closed');
        if (value.command === answerTo(command) && value.sequence === sequence) return value.body;
        answerOther(value);
      }
    },
    end: () => {
      socket.end(bytesOf({ command: commands.terminate, sequence: sequence + 1, body: Buffer.alloc(0) }));
      socket.destroySoon();
    },
  };
};
