import {
  type ClientFrame,
  type ServerFrame,
  type SessionFacts,
  TERMINAL_PROTOCOL,
  VISITOR_HEADER,
  WATCHER_HEADER,
} from '@gatehouse/contract/wire/gateway.ts';
import { decodeFrame, encodeFrame } from '@gatehouse/contract/wire/gatewayFrame.ts';
import { WebSocket } from 'ws';
import { VISITOR } from './fakeCoreAnswers.ts';

type Of<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>;

/** A browser window as a test drives it. */
export type TerminalClient = ReturnType<typeof createClient>;

/** Default time limit of a wait; allows for a busy machine. */
const WAIT_MS = 60_000;

/** What the gateway has sent so far. */
const createInbox = () => {
  const frames: ServerFrame[] = [];
  const chunks: Buffer[] = [];
  const painted: string[] = [];
  let received = 0;
  return {
    frames,
    painted,
    received: () => received,
    text: () => Buffer.concat(chunks).toString('utf8'),
    bytes: () => Buffer.concat(chunks),
    /** The last bytes, without joining everything. */
    tail: (length: number) => Buffer.concat(chunks.slice(-length)).subarray(-length).toString(),
    takeBytes: (data: Buffer) => {
      const frame = decodeFrame(data);
      if (!frame) throw new Error('unreadable frame');
      if (frame.kind === 'repaint') {
        painted.push(Buffer.from(frame.payload).toString());
        received = frame.offset;
        return;
      }
      if (frame.offset !== received) throw new Error(`output at ${frame.offset}, expected ${received}`);
      chunks.push(Buffer.from(frame.payload));
      received += frame.payload.length;
    },
    takeFrame: (frame: ServerFrame) => {
      if (frame.type === 'resumed') received = frame.offset;
      frames.push(frame);
    },
  };
};

/** Waits for something, checking whenever data arrives; `story` says what arrived instead. */
const createWatch = (story: () => string) => {
  const watchers = new Set<() => void>();
  return {
    wake: () => {
      for (const watcher of [...watchers]) watcher();
    },
    until: <T>(what: string, look: () => T | undefined | null | false, ms = WAIT_MS): Promise<T> =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = look();
          if (!found) return;
          clearTimeout(timer);
          watchers.delete(check);
          resolve(found);
        };
        const timer = setTimeout(() => {
          watchers.delete(check);
          reject(new Error(`no ${what}; ${story()}`));
        }, ms);
        watchers.add(check);
        check();
      }),
  };
};

/** What a test can wait for. */
const expectations = (
  { frames, painted, text }: ReturnType<typeof createInbox>,
  until: ReturnType<typeof createWatch>['until'],
) => ({
  until,
  frame: <T extends ServerFrame['type']>(type: T, ms?: number) =>
    until(`${type} frame`, () => frames.find((frame): frame is Of<T> => frame.type === type), ms),
  prompt: (count: number) =>
    until('prompt', () => frames.filter((frame): frame is Of<'prompt'> => frame.type === 'prompt')[count]),
  notice: (code: string, ms?: number) =>
    until(
      `notice ${code}`,
      () => frames.find((frame) => frame.type === 'notice' && frame.code === code) as Of<'notice'>,
      ms,
    ),
  shows: (part: string, ms?: number) => until(`"${part}"`, () => text().includes(part), ms),
  showsPainted: (part: string) => until(`painted "${part}"`, () => painted.join('').includes(part)),
});

/** Connects and keeps everything it receives; acknowledges output unless told not to. */
const createClient = (
  url: string,
  options: { origin?: string; watcher?: string; visitor?: string; acks?: boolean } = {},
) => {
  const headers = {
    [VISITOR_HEADER]: options.visitor ?? VISITOR,
    ...(options.origin && { origin: options.origin }),
    ...(options.watcher && { [WATCHER_HEADER]: options.watcher }),
  };
  const socket = new WebSocket(url, { headers });
  const inbox = createInbox();
  const { received, text, frames, painted, bytes, tail } = inbox;
  const { wake, until } = createWatch(
    () => `frames ${JSON.stringify(frames)}; screen ${JSON.stringify(text().slice(-600))}`,
  );
  const client_id = crypto.randomUUID();
  let sent = 0;
  let closeCode: number | null = null;
  let acks = options.acks ?? true;
  const send = (frame: ClientFrame) => socket.send(JSON.stringify(frame));

  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) inbox.takeBytes(data);
    else inbox.takeFrame(JSON.parse(data.toString()) as ServerFrame);
    if (isBinary && acks) send({ type: 'ack', received: received() });
    wake();
  });
  socket.on('open', wake);
  socket.on('error', () => undefined);
  socket.on('close', (code) => {
    closeCode = code;
    wake();
  });

  return {
    client_id,
    socket,
    frames,
    painted,
    text,
    bytes,
    tail,
    received,
    ...expectations(inbox, until),
    send,
    sent: () => sent,
    closeCode: () => closeCode,
    stopAcks: () => {
      acks = false;
    },
    startAcks: () => {
      acks = true;
      send({ type: 'ack', received: received() });
    },
    ready: () => until('open socket', () => socket.readyState === WebSocket.OPEN),
    closed: (ms?: number) => until('close', () => closeCode !== null, ms),
    type: (input: string) => {
      const payload = Buffer.from(input);
      socket.send(encodeFrame('input', sent, payload));
      sent += payload.length;
    },
    typeAt: (offset: number, input: string) => socket.send(encodeFrame('input', offset, Buffer.from(input))),
    /** Breaks the connection without a close frame. */
    drop: () => socket.terminate(),
    hello: { protocol: TERMINAL_PROTOCOL, client_id, cols: 80, rows: 24 },
  };
};

/** Connects a window and requests a session; resolves before the session is open. */
export const openTerminal = async (
  port: number,
  token: string,
  options: {
    acks?: boolean;
    origin?: string;
    visitor?: string;
    cols?: number;
    rows?: number;
    protocol?: number;
    language?: string;
  } = {},
) => {
  const client = createClient(`ws://127.0.0.1:${port}/koko/ws/terminal/?token=${token}`, options);
  await client.ready();
  client.send({
    type: 'open',
    ...client.hello,
    ...(options.language && { language: options.language }),
    ...(options.protocol && { protocol: options.protocol }),
    ...(options.cols && { cols: options.cols, rows: options.rows ?? 24 }),
  });
  return client;
};

/** What a window needs to resume a session. */
export type Ticket = { resume_token: string; session: SessionFacts };

/** Connects a window and requests to resume a session. */
export const resumeTerminal = async (
  port: number,
  ticket: Ticket,
  received: number | null,
  { visitor, ...options }: { client_id?: string; visitor?: string } = {},
) => {
  const client = createClient(
    `ws://127.0.0.1:${port}/koko/ws/terminal/`,
    visitor === undefined ? {} : { visitor },
  );
  await client.ready();
  client.send({
    type: 'resume',
    ...client.hello,
    ...options,
    session_id: ticket.session.session_id,
    resume_token: ticket.resume_token,
    received,
  });
  return client;
};

/** Watches a session as the user named by the server, with the mark that proves it. */
export const watchTerminal = (
  port: number,
  session: string,
  watcher: string,
  visitor = `mark of ${watcher}`,
) => createClient(`ws://127.0.0.1:${port}/koko/ws/monitor/?session=${session}`, { watcher, visitor });
