import { type ServerFrame, TERMINAL_PROTOCOL } from '@gatehouse/contract/wire/gateway.ts';
import { encodeFrame } from '@gatehouse/contract/wire/gatewayFrame.ts';
import { makeInputQueue } from './inputQueue.ts';
import { type LinkState, reduceFrame } from './linkState.ts';
import { type LinkScreen, makeOutputStream } from './outputStream.ts';
import { type LinkPurpose, makeWire, type ResumeTicket, type WireDeps } from './wire.ts';

/** What the link needs from outside. */
export type LinkDeps = WireDeps & {
  screen: LinkScreen;
  /** Random id of this page: the gateway counts input bytes for each id. */
  clientId: string;
  /** Language of the server's refusals. */
  language: string;
  onState: (state: LinkState) => void;
  /** Stores what a later page needs to resume the session; null removes it. */
  remember: (ticket: ResumeTicket | null) => void;
};

/** The changing parts of a link. */
export type LinkPlace = { state: LinkState; size: { cols: number; rows: number }; purpose: LinkPurpose };

const DEFAULT_WINDOW_SECONDS = 60;

/** What the page and the gateway say to each other, also across lost connections. */
export const makeConversation = (at: LinkPlace, deps: LinkDeps) => {
  const set = (next: Partial<LinkState>) => {
    at.state = { ...at.state, ...next };
    deps.onState(at.state);
  };
  const wire = makeWire(deps, {
    onOpen: () => introduce(),
    onText: (text) => hear(JSON.parse(text) as ServerFrame),
    onBytes: (bytes) => output.take(bytes),
    onLost: () => lose(),
    onQuiet: (isQuiet) => set({ isQuiet, ...(isQuiet && { latency: null }) }),
    onLatency: (latency) => set({ latency }),
  });
  const output = makeOutputStream({
    screen: deps.screen,
    after: deps.after,
    sendAck: (received) => wire.say({ type: 'ack', received }),
  });

  const input = makeInputQueue((offset, bytes) => wire.send(encodeFrame('input', offset, bytes)));
  const leave = () => {
    wire.drop();
    output.stop();
  };
  const introduce = () => {
    const { clientId: client_id, language } = deps;
    const common = { protocol: TERMINAL_PROTOCOL, client_id, ...at.size };
    if (at.purpose.kind === 'open') wire.say({ type: 'open', ...common, language });
    if (at.purpose.kind === 'resume')
      wire.say({ type: 'resume', ...common, ...at.purpose.ticket, received: output.resumeFrom() });
  };
  const end = (reason: string, text: string) => {
    leave();
    deps.remember(null);
    set({ phase: 'ended', prompt: null, progress: null, end: { reason, text, params: {} } });
  };
  const lose = () => {
    leave();
    if (at.state.phase === 'ended' || at.state.phase === 'detached') return;
    if (at.purpose.kind === 'open') return end('connection_lost', 'luna:closed.never_opened');
    const windowMs = (at.state.facts?.resume_window_seconds ?? DEFAULT_WINDOW_SECONDS) * 1000;
    if (!wire.retry.next(windowMs, () => wire.connect(at.purpose)))
      return end('connection_lost', 'luna:closed.connection_lost');
    set({ phase: 'lost', latency: null, prompt: null });
  };

  const goOn = (offset: number, repaint: boolean, inputReceived: number) => {
    wire.retry.reset();
    output.goOn(offset, repaint);
    if (at.purpose.kind === 'resume') input.resume(inputReceived);
  };
  const hear = (frame: ServerFrame) => {
    if (frame.type === 'pong') return wire.pong(frame.id);
    if (frame.type === 'input_ack') return input.acknowledged(frame.received);
    if (frame.type === 'opened') {
      const ticket = { session_id: frame.session.session_id, resume_token: frame.resume_token };
      at.purpose = { kind: 'resume', ticket };
      output.begin();
      deps.remember(ticket);
      wire.say({ type: 'resize', ...at.size });
    }
    if (frame.type === 'resumed') goOn(frame.offset, frame.repaint, frame.input_received);
    if (frame.type === 'monitoring') goOn(frame.offset, true, 0);
    if (frame.type === 'closed' || frame.type === 'detached') wire.drop();
    if (frame.type === 'closed') deps.remember(null);
    set(reduceFrame(at.state, frame));
  };

  return { set, wire, input, end, leave };
};
