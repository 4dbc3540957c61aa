import { ACK_EVERY_BYTES } from '@gatehouse/contract/wire/gateway.ts';
import { decodeFrame } from '@gatehouse/contract/wire/gatewayFrame.ts';
import { makeAckPolicy } from './ackPolicy.ts';
import type { After } from './clock.ts';

/** Where output is drawn. */
export type LinkScreen = {
  /** Draws bytes and reports when done. */
  write(bytes: Uint8Array, done: () => void): void;
  reset(): void;
};

/** Passes numbered output to the screen: nothing twice, nothing lost, and acknowledged once drawn. */
export type OutputStream = {
  /** Offset at which a new connection must continue; null while the screen is empty. */
  resumeFrom(): number | null;
  /** A session starts on the empty screen. */
  begin(): void;
  /** Output continues at `offset`; a repaint clears the screen first. */
  goOn(offset: number, repaint: boolean): void;
  /** Handles a binary frame. */
  take(bytes: Uint8Array): void;
  stop(): void;
};

type Deps = { screen: LinkScreen; after: After; sendAck: (received: number) => void };

const QUIET_MS = 150;

/** A stream with an empty screen. */
export const makeOutputStream = ({ screen, after, sendAck }: Deps): OutputStream => {
  const ack = makeAckPolicy({ every: ACK_EVERY_BYTES, quietMs: QUIET_MS, send: sendAck, after });
  let isBlank = true;
  let received = 0;
  /** Counts repaints, so that output written before the last one does not count as drawn after it. */
  let era = 0;
  return {
    resumeFrom: () => (isBlank ? null : received),
    begin: () => {
      isBlank = false;
    },
    goOn: (offset, repaint) => {
      isBlank = false;
      if (repaint) {
        era += 1;
        screen.reset();
        received = offset;
      }
      ack.restart(received);
    },
    take: (bytes) => {
      const frame = decodeFrame(bytes);
      if (frame?.kind === 'repaint') screen.write(frame.payload, () => undefined);
      if (frame?.kind !== 'output') return;
      const upTo = frame.offset + frame.payload.length;
      if (upTo <= received) return;
      const known = Math.max(0, received - frame.offset);
      received = upTo;
      const own = era;
      screen.write(frame.payload.subarray(known), () => own === era && ack.processed(upTo));
    },
    stop: ack.stop,
  };
};
