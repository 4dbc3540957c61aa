import { type ServerFrame, TERMINAL_PROTOCOL } from '@gatehouse/contract/wire/gateway.ts';
import { encodeFrame } from '@gatehouse/contract/wire/gatewayFrame.ts';
import { makeInputQueue } from './inputQueue.ts';
import { freshState, type LinkState, reduceFrame } from './linkState.ts';
import { type LinkScreen, makeOutputStream } from './outputStream.ts';
import { type LinkPurpose, makeWire, type ResumeTicket, type WireDeps } from './wire.ts';

/** What the link needs of its surroundings. */
export type LinkDeps = WireDeps & {
  screen: LinkScreen;
  /** Random name of this page; input bytes are numbered per name. */
  clientId: string;
  /** Language of a refusal worded by the server. */
  language: string;
  onState: (state: LinkState) => void;
  /** Keeps what a later page needs to take the session up again; null forgets it. */
  remember: (ticket: ResumeTicket | null) => void;
};

/** One terminal connection: opens, keeps, resumes and ends it. */
export type Link = {
  getState(): LinkState;
  start(cols: number, rows: number): void;
  input(bytes: Uint8Array): void;
  resize(cols: number, rows: number): void;
  /** Answers a login question; null cancels the login. */
  answer(id: number, answers: string[] | null): void;
  dismiss(notice: number): void;
  /** Tries again at once: the network is back, or the session is wanted back from another window. */
  retry(): void;
  /** Ends the session. */
  close(): void;
  /** Lets go of the connection without ending the session. */
  release(): void;
};

const DEFAULT_WINDOW_SECONDS = 60;

/** A link for `first`, not yet started. */
export const makeLink = (first: LinkPurpose, deps: LinkDeps): Link => {
  let state = freshState;
  let size = { cols: 80, rows: 24 };
  let purpose = first;

  const set = (next: Partial<LinkState>) => {
    state = { ...state, ...next };
    deps.onState(state);
  };
  const wire = makeWire(deps, {
    onOpen: () => introduce(),
    onText: (text) => hear(JSON.parse(text) as ServerFrame),
    onBytes: (bytes) => output.take(bytes),
    onLost: () => lose(),
    onLatency: (latency) => set({ latency }),
  });
  const output = makeOutputStream({
    screen: deps.screen,
    after: deps.after,
    sendAck: (received) => wire.say({ type: 'ack', received }),
  });

  const input = makeInputQueue((offset, bytes) => wire.send(encodeFrame('input', offset, bytes)));
  const introduce = () => {
    const { clientId: client_id, language } = deps;
    const common = { protocol: TERMINAL_PROTOCOL, client_id, ...size };
    if (purpose.kind === 'open') wire.say({ type: 'open', ...common, language });
    if (purpose.kind === 'resume')
      wire.say({ type: 'resume', ...common, ...purpose.ticket, received: output.resumeFrom() });
  };
  const end = (reason: string, text: string) => {
    wire.drop();
    output.stop();
    deps.remember(null);
    set({ phase: 'ended', prompt: null, progress: null, end: { reason, text, params: {} } });
  };
  const lose = () => {
    wire.drop();
    output.stop();
    if (state.phase === 'ended' || state.phase === 'detached') return;
    if (purpose.kind === 'open') return end('connection_lost', 'luna:closed.never_opened');
    const windowMs = (state.facts?.resume_window_seconds ?? DEFAULT_WINDOW_SECONDS) * 1000;
    if (!wire.retry.next(windowMs, () => wire.connect(purpose)))
      return end('connection_lost', 'luna:closed.connection_lost');
    set({ phase: 'lost', latency: null, prompt: null });
  };

  const goOn = (offset: number, repaint: boolean, inputReceived: number) => {
    wire.retry.reset();
    output.goOn(offset, repaint);
    if (purpose.kind === 'resume') input.resume(inputReceived);
  };
  const hear = (frame: ServerFrame) => {
    if (frame.type === 'pong') return wire.pong(frame.id);
    if (frame.type === 'input_ack') return input.acknowledged(frame.received);
    if (frame.type === 'opened') {
      const ticket = { session_id: frame.session.session_id, resume_token: frame.resume_token };
      purpose = { kind: 'resume', ticket };
      output.begin();
      deps.remember(ticket);
      wire.say({ type: 'resize', ...size });
    }
    if (frame.type === 'resumed') goOn(frame.offset, frame.repaint, frame.input_received);
    if (frame.type === 'monitoring') goOn(frame.offset, true, 0);
    if (frame.type === 'closed' || frame.type === 'detached') wire.drop();
    if (frame.type === 'closed') deps.remember(null);
    set(reduceFrame(state, frame));
  };

  return {
    getState: () => state,
    start: (cols, rows) => {
      size = { cols, rows };
      if (purpose.kind === 'resume') set({ phase: 'lost' });
      wire.connect(purpose);
    },
    input: (bytes) => {
      if (state.phase !== 'live' || purpose.kind === 'monitor') return;
      input.push(bytes);
    },
    resize: (cols, rows) => {
      if (size.cols === cols && size.rows === rows) return;
      size = { cols, rows };
      if (state.phase === 'live' && purpose.kind !== 'monitor') wire.say({ type: 'resize', cols, rows });
    },
    answer: (id, answers) => {
      wire.say(answers ? { type: 'answer', id, answers } : { type: 'answer', id, cancel: true });
      set({ prompt: null });
    },
    dismiss: (id) => set({ notices: state.notices.filter((notice) => notice.id !== id) }),
    retry: () => {
      if (state.phase !== 'lost' && state.phase !== 'detached') return;
      wire.retry.reset();
      set({ phase: 'lost' });
      wire.connect(purpose);
    },
    close: () => {
      if (state.phase === 'ended') return;
      wire.say({ type: 'close' });
      end('user_close', 'gateway:closed.user_close');
    },
    release: () => {
      wire.drop();
      output.stop();
    },
  };
};
