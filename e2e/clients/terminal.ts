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

/** Output that falls quiet is acknowledged after this time. */
const quietMs = 50;

/** A terminal as the web terminal holds it, without a screen. */
export type Terminal = {
  /** All output so far; nothing when somebody else takes it. */
  text(): string;
  frames: ServerFrame[];
  type(text: string): void;
  /** Any other word of the protocol, such as a new size or an answer. */
  say(frame: ClientFrame): void;
  /** Waits for output. */
  see(text: string, seconds?: number): Promise<void>;
  /** Waits for a text frame of a type; with `after`, for one beyond so many frames. */
  frame<T extends ServerFrame['type']>(type: T, seconds?: number, after?: number): Promise<Typed<T>>;
  /** Waits for the shell; fails at once when there will be none. */
  opened(): Promise<Typed<'opened'>>;
  /** Breaks the connection without ending the session. */
  drop(): void;
  /** False once the connection broke. */
  isConnected(): boolean;
  /** Attaches again where it stopped; answers what the gateway says to that. */
  resume(): Promise<Typed<'resumed'> | Typed<'closed'>>;
  /** Another page takes the session over: it knows nothing, or how far it came, and has typed nothing. */
  reload(from: number | null): Promise<Typed<'resumed'> | Typed<'closed'>>;
  close(): void;
  /** Leaves output unacknowledged, as a window that does not keep up. */
  stall(isStalled: boolean): void;
  /** When the last output byte came. */
  lastOutputAt(): number;
  received(): number;
};

export type TerminalOptions = {
  cols?: number;
  rows?: number;
  /** Takes the output instead of keeping it. */
  sink?: (bytes: Uint8Array) => void;
};

/** Opens a terminal for a connection token. */
export const openTerminal = async (
  url: string,
  token: string,
  cookies: string,
  { cols = 100, rows = 30, sink }: TerminalOptions = {},
): Promise<Terminal> => {
  const base = url.replace(/^http/, 'ws');
  let hello = { protocol: TERMINAL_PROTOCOL, client_id: randomUUID(), cols, rows };
  const frames: ServerFrame[] = [];
  let output: Uint8Array[] = [];
  let received = 0;
  let sent = 0;
  let last = 0;
  let isStalled = false;
  let socket: WebSocket;

  const text = () => {
    output = [Buffer.concat(output)];
    return output[0]?.toString() ?? '';
  };
  let acknowledged = 0;
  let quiet: NodeJS.Timeout | undefined;
  const acknowledge = () => {
    clearTimeout(quiet);
    quiet = undefined;
    if (isStalled) return;
    acknowledged = received;
    say({ type: 'ack', received });
  };
  const take = (data: Buffer) => {
    const frame = decodeFrame(data);
    if (!frame) return;
    last = Date.now();
    const fresh = frame.kind === 'output' ? frame.payload.subarray(received - frame.offset) : frame.payload;
    if (sink) sink(fresh);
    else output.push(fresh);
    received = Math.max(received, frame.offset + (frame.kind === 'output' ? frame.payload.length : 0));
    if (received - acknowledged >= ACK_EVERY_BYTES) acknowledge();
    else quiet ??= setTimeout(acknowledge, quietMs);
  };
  const attach = async (path: string, first: ClientFrame) => {
    const next = new WebSocket(`${base}${path}`, { headers: { cookie: cookies, origin: url } });
    socket = next;
    next.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) take(data);
      else frames.push(JSON.parse(data.toString('utf8')) as ServerFrame);
    });
    await new Promise<void>((resolve, reject) => {
      next.once('open', resolve);
      next.once('error', reject);
    });
    next.on('error', () => undefined);
    say(first);
  };
  const say = (frame: ClientFrame) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  };
  const isConnected = () => socket.readyState === WebSocket.OPEN;
  const find = <T extends ServerFrame['type']>(type: T, after = 0) =>
    frames.slice(after).find((frame): frame is Typed<T> => frame.type === type);
  const story = () => JSON.stringify(frames.slice(-3));
  /** The first frame of either type, which cannot come any more once the connection is gone. */
  const either = async <A extends ServerFrame['type']>(type: A, after: number) =>
    eventually(`${type} or closed (${story()})`, async () => {
      const found = find(type, after) ?? find('closed', after);
      if (!found && !isConnected()) throw new Error(`the connection broke (${story()})`);
      return found;
    });

  const resume = async (from: number | null) => {
    const opened = find('opened');
    if (!opened) throw new Error('never opened');
    const { resume_token, session } = opened;
    const seen = frames.length;
    const { session_id } = session;
    await attach(TERMINAL_SOCKET_PATH, {
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
    lastOutputAt: () => last,
    received: () => received,
    type: (typed) => {
      const bytes = Buffer.from(typed);
      socket.send(encodeFrame('input', sent, bytes));
      sent += bytes.length;
    },
    see: async (wanted, seconds) => {
      await eventually(`output «${wanted}»`, async () => text().includes(wanted), seconds).catch((error) => {
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
    stall: (next) => {
      isStalled = next;
      acknowledge();
    },
    resume: () => resume(received),
    reload: (from) => {
      socket.terminate();
      hello = { ...hello, client_id: randomUUID() };
      output = [];
      sent = 0;
      received = from ?? 0;
      return resume(from);
    },
  };
};
