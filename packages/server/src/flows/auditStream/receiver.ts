import { outgoing } from '../../platform/outgoing/outgoing.ts';

/** Where events are sent. */
export type ReceiverAddress = { host: string; port: number; isTls: boolean; ca: string };

/** An open connection to a receiver of events. */
export type Receiver = {
  isOpen(): boolean;
  /** Hands text to the network; rejects once the connection is lost. */
  send(text: string): Promise<void>;
  close(): void;
};

const connectMs = 10_000;
/** A receiver that takes nothing for so long is given up. */
const silentMs = 30_000;

/** Connects to a receiver. */
export const openReceiver = async ({ host, port, isTls, ca }: ReceiverAddress): Promise<Receiver> => {
  const target = { host, port, timeoutMs: connectMs };
  const socket = await (isTls ? outgoing.dialTls({ ...target, ca }) : outgoing.dial(target));
  // What a receiver says is of no interest, but must be read for its end to be noticed.
  socket.on('error', () => undefined).resume();
  return {
    isOpen: () => !socket.destroyed && socket.writable,
    send: (text) =>
      new Promise((resolve, reject) => {
        const lost = () => reject(new Error('connection lost'));
        const late = setTimeout(() => socket.destroy(), silentMs);
        socket.once('close', lost);
        socket.write(text, (error) => {
          clearTimeout(late);
          socket.off('close', lost);
          if (error) reject(error);
          else resolve();
        });
      }),
    close: () => socket.destroy(),
  };
};
