import { randomUUID } from 'node:crypto';
import {
  type ServerFrame,
  TERMINAL_PROTOCOL,
  TERMINAL_SOCKET_PATH,
} from '@gatehouse/contract/wire/gateway.ts';
import { decodeFrame, encodeFrame } from '@gatehouse/contract/wire/gatewayFrame.ts';
import WebSocket from 'ws';
import { eventually } from './api.ts';

/** A terminal as the web terminal holds it, without a screen. */
export type Terminal = {
  /** All output so far. */
  text(): string;
  frames: ServerFrame[];
  type(text: string): void;
  /** Waits for output. */
  see(text: string, seconds?: number): Promise<void>;
  /** Waits for a text frame of a type. */
  frame<T extends ServerFrame['type']>(type: T, seconds?: number): Promise<Extract<ServerFrame, { type: T }>>;
  /** Breaks the connection without ending the session. */
  drop(): void;
  /** Attaches again where it stopped. */
  resume(): Promise<void>;
  close(): void;
  /** When the last output byte came. */
  lastOutputAt(): number;
  received(): number;
};

/** Opens a terminal for a connection token. */
export const openTerminal = async (url: string, token: string, cookies: string): Promise<Terminal> => {
  const base = url.replace(/^http/, 'ws');
  const client_id = randomUUID();
  const frames: ServerFrame[] = [];
  let output = Buffer.alloc(0);
  let received = 0;
  let sent = 0;
  let last = 0;
  let socket: WebSocket;
  const attach = async (path: string, first: object) => {
    const next = new WebSocket(`${base}${path}`, { headers: { cookie: cookies, origin: url } });
    socket = next;
    next.on('message', (data: Buffer, isBinary: boolean) => {
      if (!isBinary) {
        frames.push(JSON.parse(data.toString('utf8')) as ServerFrame);
        return;
      }
      const frame = decodeFrame(data);
      if (!frame) return;
      last = Date.now();
      output = Buffer.concat([
        output,
        frame.payload.subarray(Math.max(0, frame.kind === 'output' ? received - frame.offset : 0)),
      ]);
      received = Math.max(received, frame.offset + (frame.kind === 'output' ? frame.payload.length : 0));
      next.send(JSON.stringify({ type: 'ack', received }));
    });
    await new Promise<void>((resolve, reject) => {
      next.once('open', resolve);
      next.once('error', reject);
    });
    next.on('error', () => undefined);
    next.send(JSON.stringify(first));
  };
  await attach(`${TERMINAL_SOCKET_PATH}?token=${token}`, {
    type: 'open',
    protocol: TERMINAL_PROTOCOL,
    client_id,
    cols: 100,
    rows: 30,
    language: 'en',
  });
  const find = <T extends ServerFrame['type']>(type: T) =>
    frames.find((frame): frame is Extract<ServerFrame, { type: T }> => frame.type === type);
  return {
    frames,
    text: () => output.toString('utf8'),
    lastOutputAt: () => last,
    received: () => received,
    type: (text) => {
      const bytes = Buffer.from(text);
      socket.send(encodeFrame('input', sent, bytes));
      sent += bytes.length;
    },
    see: async (text, seconds = 10) => {
      await eventually(
        `output «${text}»\n${output.toString('utf8').slice(-400)}\n${JSON.stringify(frames.slice(-3))}`,
        async () => output.includes(text),
        seconds,
      );
    },
    frame: (type, seconds = 15) =>
      eventually(`frame ${type} (${JSON.stringify(frames).slice(-400)})`, async () => find(type), seconds),
    drop: () => socket.terminate(),
    close: () => socket.send(JSON.stringify({ type: 'close' })),
    resume: async () => {
      const opened = find('opened');
      if (!opened) throw new Error('never opened');
      await attach(TERMINAL_SOCKET_PATH, {
        type: 'resume',
        protocol: TERMINAL_PROTOCOL,
        client_id,
        session_id: opened.session.session_id,
        resume_token: opened.resume_token,
        received,
        cols: 100,
        rows: 30,
      });
    },
  };
};
