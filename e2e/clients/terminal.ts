import { randomUUID } from 'node:crypto';
import {
  ACK_EVERY_BYTES,
  type ClientFrame,
  type ServerFrame,
  TERMINAL_PROTOCOL,
  TERMINAL_SOCKET_PATH,
} from '@gatehouse/contract/wire/gateway.ts';
import { decodeFrame, encodeFrame } from '@gatehouse/contract/wire/gatewayFrame.ts';
import WebSocket from 'ws';
import { eventually } from './api.ts';

type Typed<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>;

/** Output is acknowledged after this time, or sooner once enough of it has arrived. */
const quietMs = 50;

/** A client of the terminal socket that behaves like the web terminal, without a screen. */
export type Terminal = {
  /** The output since the terminal was opened or reloaded; empty when it goes to a sink. */
  text(): string;
  frames: ServerFrame[];
  type(text: string): void;
  /** Sends any other frame, such as a new size or an answer. */
  say(frame: ClientFrame): void;
  /** Waits for output. */
  see(text: string, seconds?: number): Promise<void>;
  /** Waits for a text frame of a type; with `after`, ignores that many frames at the start. */
  frame<T extends ServerFrame['type']>(type: T, seconds?: number, after?: number): Promise<Typed<T>>;
  /** Waits for the shell; fails at once when the gateway refuses it. */
  opened(): Promise<Typed<'opened'>>;
  /** Breaks the connection without ending the session. */
  drop(): void;
  /** False once the connection has ended. */
  isConnected(): boolean;
  /** Reconnects and continues after the output received so far; returns the gateway's answer. */
  resume(): Promise<Typed<'resumed'> | Typed<'closed'>>;
  /**
   * Takes over the session as a reloaded page would: it has the output up to an offset, or none with null,
   * and has typed nothing yet.
   */
  reload(from: number | null): Promise<Typed<'resumed'> | Typed<'closed'>>;
  close(): void;
  /** Stops acknowledging output, as a window does that does not keep up, or resumes it. */
  stall(isStalled: boolean): void;
  /** When the last output byte arrived. */
  lastOutputAt(): number;
  received(): number;
};

export type TerminalOptions = {
  cols?: number;
  rows?: number;
  /** Receives the output instead of storing it. */
  sink?: (bytes: Uint8Array) => void;
};

/** The received text frames. */
const makeFrames = (isConnected: () => boolean) => {
  const frames: ServerFrame[] = [];
  const find = <T extends ServerFrame['type']>(type: T, after = 0) =>
    frames.slice(after).find((frame): frame is Typed<T> => frame.type === type);
  const story = () => JSON.stringify(frames.slice(-3));
  return {
    frames,
    find,
    story,
    /**
     * Waits for a frame of this type or `closed`; fails when the connection is gone, because neither can
     * arrive then.
     */
    either: async <A extends ServerFrame['type']>(type: A, after: number) =>
      eventually(`${type} or closed (${story()})`, async () => {
        const found = find(type, after) ?? find('closed', after);
        if (!found && !isConnected()) throw new Error(`the connection broke (${story()})`);
        return found;
      }),
  };
};

/** The received output, acknowledged as by a window that keeps up, except while stalled. */
const makeOutput = (sink: TerminalOptions['sink'], sendAck: (received: number) => void) => {
  let chunks: Uint8Array[] = [];
  let received = 0;
  let acknowledged = 0;
  let last = 0;
  let isStalled = false;
  let quiet: NodeJS.Timeout | undefined;
  const acknowledge = () => {
    clearTimeout(quiet);
    quiet = undefined;
    if (isStalled) return;
    acknowledged = received;
    sendAck(received);
  };
  return {
    text: () => {
      chunks = [Buffer.concat(chunks)];
      return chunks[0]?.toString() ?? '';
    },
    received: () => received,
    lastOutputAt: () => last,
    take: (data: Buffer) => {
      const frame = decodeFrame(data);
      if (!frame) return;
      last = Date.now();
      const fresh = frame.kind === 'output' ? frame.payload.subarray(received - frame.offset) : frame.payload;
      if (sink) sink(fresh);
      else chunks.push(fresh);
      received = Math.max(received, frame.offset + (frame.kind === 'output' ? frame.payload.length : 0));
      if (received - acknowledged >= ACK_EVERY_BYTES) acknowledge();
      else quiet ??= setTimeout(acknowledge, quietMs);
    },
    stall: (next: boolean) => {
      isStalled = next;
      acknowledge();
    },
    /** Discards the collected output and continues at the offset. */
    forget: (from: number) => {
      chunks = [];
      received = from;
    },
  };
};

/** Connects, passes on what arrives, and sends the first frame. */
const connectTo = async (
  { url, path, cookies }: { url: string; path: string; cookies: string },
  first: ClientFrame,
  on: { bytes: (data: Buffer) => void; frame: (frame: ServerFrame) => void },
  keep: (socket: WebSocket) => void,
): Promise<void> => {
  const address = `${url.replace(/^http/, 'ws')}${path}`;
  const socket = new WebSocket(address, { headers: { cookie: cookies, origin: url } });
  keep(socket);
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) on.bytes(data);
    else on.frame(JSON.parse(data.toString('utf8')) as ServerFrame);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => undefined);
  socket.send(JSON.stringify(first));
};

/** Opens a terminal for a connection token. */
export const openTerminal = async (
  url: string,
  token: string,
  cookies: string,
  { cols = 100, rows = 30, sink }: TerminalOptions = {},
): Promise<Terminal> => {
  let hello = { protocol: TERMINAL_PROTOCOL, client_id: randomUUID(), cols, rows };
  let socket: WebSocket;
  let sent = 0;
  const isConnected = () => socket.readyState === WebSocket.OPEN;
  const say = (frame: ClientFrame) => {
    if (isConnected()) socket.send(JSON.stringify(frame));
  };
  const { frames, find, story, either } = makeFrames(isConnected);
  const output = makeOutput(sink, (received) => say({ type: 'ack', received }));
  const { text, received, lastOutputAt, stall } = output;
  const attach = (path: string, first: ClientFrame) =>
    connectTo(
      { url, path, cookies },
      first,
      { bytes: output.take, frame: (frame) => frames.push(frame) },
      (next) => {
        socket = next;
      },
    );
  const resume = async (from: number | null) => {
    const opened = find('opened');
    if (!opened) throw new Error('never opened');
    const { resume_token, session } = opened;
    const { session_id } = session;
    const seen = frames.length;
    await attach(`${TERMINAL_SOCKET_PATH}?session=${session_id}`, {
      type: 'resume',
      ...hello,
      session_id,
      resume_token,
      received: from,
    });
    return either('resumed', seen);
  };

  await attach(`${TERMINAL_SOCKET_PATH}?token=${token}`, { type: 'open', ...hello, language: 'en' });
  return {
    frames,
    text,
    say,
    isConnected,
    lastOutputAt,
    received,
    stall,
    type: (typed) => {
      const bytes = Buffer.from(typed);
      socket.send(encodeFrame('input', sent, bytes));
      sent += bytes.length;
    },
    see: async (line, seconds) => {
      await eventually(`output «${line}»`, async () => text().includes(line), seconds).catch((error) => {
        throw new Error(`${(error as Error).message}\n${text().slice(-400)}\n${story()}`);
      });
    },
    frame: (type, seconds, after = 0) =>
      eventually(`frame ${type}`, async () => find(type, after), seconds).catch((error) => {
        throw new Error(`${(error as Error).message} (${story()})`);
      }),
    opened: async () => {
      const answer = await either('opened', 0);
      if (answer.type === 'closed') throw new Error(`no shell: ${JSON.stringify(answer)}`);
      return answer;
    },
    drop: () => socket.terminate(),
    close: () => say({ type: 'close' }),
    resume: () => resume(received()),
    reload: (from) => {
      socket.terminate();
      hello = { ...hello, client_id: randomUUID() };
      output.forget(from ?? 0);
      sent = 0;
      return resume(from);
    },
  };
};
