import type { ClientFrame, ServerFrame } from '@gatehouse/contract/wire/gateway.ts';
import { decodeFrame, encodeFrame } from '@gatehouse/contract/wire/gatewayFrame.ts';
import { makeLink } from '../../src/luna/link/link.ts';
import type { LinkState } from '../../src/luna/link/linkState.ts';
import type { LinkPurpose, ResumeTicket, SocketEvents } from '../../src/luna/link/wire.ts';
import { sessionFacts } from '../sessionFacts.ts';

/** Facts of the session of `opened`. */
export const facts = sessionFacts({ session_id: 's-1' });

/** A text as bytes. */
export const text = (value: string) => new TextEncoder().encode(value);

/** Timers that the test fires. */
const clockByHand = () => {
  let now = 0;
  const timers: { at: number; run: () => void; off: boolean }[] = [];
  return {
    now: () => now,
    after: (milliseconds: number, run: () => void) => {
      const timer = { at: now + milliseconds, run, off: false };
      timers.push(timer);
      return () => {
        timer.off = true;
      };
    },
    pass: (milliseconds: number) => {
      const until = now + milliseconds;
      for (;;) {
        const next = timers.filter((timer) => !timer.off && timer.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        next.off = true;
        now = next.at;
        next.run();
      }
      now = until;
    },
  };
};

/** A screen that records what is drawn, and can be slow. */
const screenByHand = () => {
  const drawn: string[] = [];
  const pending: (() => void)[] = [];
  let slow = false;
  return {
    write: (bytes: Uint8Array, done: () => void) => {
      drawn.push(new TextDecoder().decode(bytes));
      if (slow) pending.push(done);
      else done();
    },
    reset: () => {
      drawn.length = 0;
    },
    text: () => drawn.join(''),
    hold: () => {
      slow = true;
    },
    finishDrawing: () => {
      for (const done of pending.splice(0)) done();
    },
  };
};

/** Sockets that record what is sent; `current` is the one opened last. */
const socketsByHand = () => {
  const all: {
    purpose: LinkPurpose;
    events: SocketEvents;
    sent: ClientFrame[];
    typed: string;
    closed: boolean;
  }[] = [];
  return {
    all,
    current: () => all.at(-1)!,
    open: (purpose: LinkPurpose, events: SocketEvents) => {
      const socket = { purpose, events, sent: [] as ClientFrame[], typed: '', closed: false };
      all.push(socket);
      return {
        send: (data: string | Uint8Array) => {
          if (typeof data === 'string') socket.sent.push(JSON.parse(data));
          else {
            const frame = decodeFrame(data)!;
            socket.typed += `${frame.offset}:${new TextDecoder().decode(frame.payload)};`;
          }
        },
        close: () => {
          socket.closed = true;
        },
      };
    },
  };
};

/** A link with all of its dependencies faked. */
export const world = (first: LinkPurpose) => {
  const clock = clockByHand();
  const screen = screenByHand();
  const sockets = socketsByHand();
  const socket = sockets.current;
  const states: LinkState[] = [];
  const tickets: (ResumeTicket | null)[] = [];
  const link = makeLink(first, {
    openSocket: sockets.open,
    screen,
    now: clock.now,
    after: clock.after,
    clientId: 'page',
    language: 'ja',
    onState: (state) => states.push(state),
    remember: (ticket) => tickets.push(ticket),
  });
  return {
    link,
    sockets: sockets.all,
    socket,
    tickets,
    states,
    screen: screen.text,
    say: (frame: ServerFrame) => socket().events.onText(JSON.stringify(frame)),
    output: (offset: number, value: string) =>
      socket().events.onBytes(encodeFrame('output', offset, text(value))),
    repaint: (offset: number, value: string) =>
      socket().events.onBytes(encodeFrame('repaint', offset, text(value))),
    sent: (type: ClientFrame['type']) => socket().sent.filter((frame) => frame.type === type),
    hold: screen.hold,
    finishDrawing: screen.finishDrawing,
    pass: clock.pass,
  };
};

/** A link whose session has begun. */
export const opened = () => {
  const w = world({ kind: 'open', token: 't' });
  w.link.start(100, 30);
  w.socket().events.onOpen();
  w.say({ type: 'opened', resume_token: 'r', session: facts });
  return w;
};
