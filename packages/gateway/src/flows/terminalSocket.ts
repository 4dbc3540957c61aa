import { SessionFailure } from '@gatehouse/component/engine/sessionFailure.ts';
import {
  CLOSE_CODES,
  type ClientFrame,
  type OpenFrame,
  type ResumeFrame,
  TERMINAL_PROTOCOL,
} from '@gatehouse/contract/wire/gateway.ts';
import { decodeFrame } from '@gatehouse/contract/wire/gatewayFrame.ts';
import type { WebSocket } from 'ws';
import { parseClientFrame } from '../engine/terminal/clientFrame.ts';
import type { Link } from '../engine/terminal/link.ts';
import { createPrompts, type Prompts } from '../engine/terminal/prompts.ts';
import { createWebLink } from '../engine/terminal/webLink.ts';
import { closedFrame, failureOf } from './closedFrame.ts';
import type { LiveSession } from './liveSession.ts';
import { openSession } from './openSession.ts';
import type { SessionDeps } from './sessionDeps.ts';

/** A window must send its first frame within this time. */
const HELLO_MS = 10_000;

type Hello = OpenFrame | ResumeFrame;

const isHello = (frame: ClientFrame | null): frame is Hello =>
  frame?.type === 'open' || frame?.type === 'resume';

/** What comes with a window's request: the connection token in its URL, and the mark of its user. */
type Admission = { token: string | null; visitor: string };

/** A browser window on the terminal socket. */
type Window = {
  /** The mark of its user. */
  visitor: string;
  link: Link;
  prompts: Prompts;
  /** Aborted when the window closes, or when its user cancels before the shell runs. */
  gone: AbortController;
  session: LiveSession | null;
};

const openFor = async (deps: SessionDeps, window: Window, frame: OpenFrame, token: string) => {
  const { link, prompts, gone, visitor } = window;
  if (deps.registry.isFull()) throw new SessionFailure('gateway_full');
  const live = await openSession(deps, {
    token,
    visitor,
    frame,
    link,
    prompter: prompts,
    signal: gone.signal,
  });
  window.session = live;
  link.text({ type: 'opened', resume_token: live.key.token, session: live.facts() });
  if (live.hostKeyIsNew) {
    const { asset, host_key_fingerprint } = live.facts();
    link.text({
      type: 'notice',
      code: 'host_key_recorded',
      params: { host: asset.name, fingerprint: host_key_fingerprint },
    });
  }
  await live.attach(link, { ...frame, received: 0 }, () => undefined);
  // The window may have closed just as the shell began: then the session waits for it to resume.
  if (gone.signal.aborted) live.detach(link);
};

const resumeFor = async (deps: SessionDeps, window: Window, frame: ResumeFrame) => {
  const { link, gone, visitor } = window;
  const found = deps.registry.get(frame.session_id);
  const own = found?.key.matches(frame.resume_token, visitor) ? found : null;
  const live = (await own?.admits(visitor)) ? own : null;
  if (!live) {
    const last = deps.registry.lastWords(frame.session_id, frame.resume_token, visitor);
    if (!last) throw new SessionFailure(own ? 'server_unreachable' : 'resume_refused');
    link.text(last);
    return link.close(CLOSE_CODES.ended);
  }
  window.session = live;
  await live.attach(link, frame, (attachment) =>
    link.text({ type: 'resumed', ...attachment, session: live.facts() }),
  );
  if (gone.signal.aborted) live.detach(link);
};

/** Does what a window's first frame requests. */
const greet = async (deps: SessionDeps, window: Window, frame: Hello, token: string | null) => {
  if (frame.protocol !== TERMINAL_PROTOCOL) throw new SessionFailure('protocol_mismatch');
  if (frame.type === 'resume') return resumeFor(deps, window, frame);
  if (token === null) throw new SessionFailure('protocol_error');
  return openFor(deps, window, frame, token);
};

/** Serves a browser window on the terminal socket, from its first frame to its end. */
export const serveTerminal = (deps: SessionDeps, socket: WebSocket, { token, visitor }: Admission): void => {
  const link = createWebLink(socket);
  const prompts = createPrompts(link.text);
  const gone = new AbortController();
  const window: Window = { visitor, link, prompts, gone, session: null };
  let greeted = false;

  const refuse = (failure: SessionFailure) => {
    link.text(closedFrame(failure.reason, failure.params));
    link.close(CLOSE_CODES.refused);
  };
  const onText = (text: string) => {
    const frame = parseClientFrame(text);
    if (!greeted) {
      clearTimeout(timer);
      greeted = true;
      if (!isHello(frame)) return refuse(new SessionFailure('protocol_error'));
      greet(deps, window, frame, token).catch((error) => {
        const failure = failureOf(error);
        if (failure.reason === 'internal') deps.log.error({ err: failure.cause }, 'unexpected failure');
        refuse(failure);
      });
      return;
    }
    if (!frame || isHello(frame)) return refuse(new SessionFailure('protocol_error'));
    if (frame.type === 'answer') prompts.answer(frame.id, 'answers' in frame ? frame.answers : null);
    else if (window.session) window.session.frame(link, frame);
    else if (frame.type === 'ping') link.text({ type: 'pong', id: frame.id });
    else if (frame.type === 'close') gone.abort();
  };
  const onBytes = (data: Buffer) => {
    const frame = decodeFrame(data);
    if (frame?.kind !== 'input') return refuse(new SessionFailure('protocol_error'));
    const { payload } = frame;
    window.session?.input(
      link,
      frame.offset,
      Buffer.from(payload.buffer, payload.byteOffset, payload.length),
    );
  };

  const timer = setTimeout(() => refuse(new SessionFailure('protocol_error')), HELLO_MS);
  socket.on('message', (data: Buffer, isBinary) =>
    isBinary ? onBytes(data) : onText(data.toString('utf8')),
  );
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(timer);
    gone.abort();
    prompts.cancelAll();
    window.session?.detach(link);
  });
};
