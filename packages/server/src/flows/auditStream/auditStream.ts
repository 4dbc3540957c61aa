import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import type { AuditEvent } from './event.ts';
import { eventText, type StreamFormat } from './format.ts';
import {
  forgetEvents,
  holdStream,
  mostWaiting,
  noteStream,
  releaseStream,
  takeEvents,
  takenEvents,
  trimOutbox,
} from './outbox.ts';
import { openReceiver, type Receiver, type ReceiverAddress } from './receiver.ts';

/** The stream of audit events from one server; of all servers on a database, one sends at a time. */
export type AuditStream = {
  start(failed: (error: unknown) => void): void;
  /** Stops sending; resolves once the round in progress has ended. */
  stop(): Promise<void>;
};

type Pace = {
  /** Pause between two rounds. */
  everyMs: number;
  /** How long a connection must have lasted after an event was sent for the event to count as received. */
  provenMs: number;
  /** How many events are sent before the first of them counts as received. */
  ahead: number;
};
const usualPace: Pace = { everyMs: 1_000, provenMs: 3_000, ahead: 20_000 };
const batch = 500;

/** Version of the product, as events tell it. */
export const streamVersion = '3.10.9';

/** Where events go, and how they are written. */
export type StreamTarget = ReceiverAddress & { format: StreamFormat };

/** Where the settings send events; undefined while they send none. */
export const streamTarget = (settings: Settings): StreamTarget | undefined => {
  if (!settings.get('AUDIT_STREAM_ENABLED') || !settings.get('AUDIT_STREAM_HOST')) return undefined;
  return {
    host: settings.get('AUDIT_STREAM_HOST'),
    port: settings.get('AUDIT_STREAM_PORT'),
    isTls: settings.get('AUDIT_STREAM_TLS'),
    ca: settings.get('AUDIT_STREAM_CA'),
    format: settings.get('AUDIT_STREAM_FORMAT'),
  };
};

/** An open connection with what was sent over it. */
type Line = { key: string; receiver: Receiver; sent: { number: number; at: number; count: number }[] };

const countOf = ({ sent }: Line): number => sent.reduce((sum, { count }) => sum + count, 0);

type Deps = {
  db: Database;
  settings: Settings;
  pace?: Pace;
  most?: number;
  holder?: string;
};

/** The rounds of a server: each sends what waits, as long as the connection lasts. */
const createRounds = ({
  db,
  settings,
  pace = usualPace,
  most = mostWaiting,
  holder = randomUUID(),
}: Deps) => {
  let line: Line | undefined;
  const close = () => {
    line?.receiver.close();
    line = undefined;
  };
  /** Whether this server may send. What another one took meanwhile is sent again, over a new connection. */
  const hold = async (): Promise<boolean> => {
    const turn = await holdStream(holder, db);
    if (turn !== 'kept') close();
    return turn !== undefined;
  };
  const send = async (events: readonly AuditEvent[], target: StreamTarget, to: Line) => {
    if (events.length === 0) return;
    const from = { host: hostname(), version: streamVersion };
    await to.receiver.send(events.map((event) => eventText(event, target.format, from)).join(''));
    to.sent.push({ number: events.at(-1)?.number ?? 0, at: performance.now(), count: events.length });
  };
  /** Sends what `next` reads, part by part, as long as this server may; returns how many events. */
  const sendAll = async (
    next: (after: number) => Promise<AuditEvent[]>,
    target: StreamTarget,
    to: Line,
  ): Promise<number> => {
    let count = 0;
    let after = 0;
    for (let more = true; more; ) {
      const events = await next(after);
      await send(events, target, to);
      count += events.length;
      after = events.at(-1)?.number ?? after;
      more = events.length === batch && (await hold()) && line === to;
    }
    return count;
  };
  const open = async (target: StreamTarget, key: string): Promise<Line> => {
    const opened: Line = { key, receiver: await openReceiver(target), sent: [] };
    line = opened;
    // Whether they arrived over the connection before is unknown.
    await sendAll((after) => takenEvents(after, batch, db), target, opened);
    return opened;
  };
  const forget = async ({ sent }: Line) => {
    const proven = sent.filter(({ at }) => performance.now() - at >= pace.provenMs).at(-1);
    if (!proven) return;
    sent.splice(0, sent.indexOf(proven) + 1);
    await forgetEvents(proven.number, db);
  };
  const deliver = async (target: StreamTarget) => {
    const key = JSON.stringify(target);
    if (line && (line.key !== key || !line.receiver.isOpen())) close();
    const current = line ?? (await open(target, key));
    await forget(current);
    // What is taken may have to be sent again, all of it.
    const next = async () => (countOf(current) < pace.ahead ? takeEvents(holder, batch, db) : []);
    const count = await sendAll(next, target, current);
    if (count > 0) await noteStream('', db);
  };
  return {
    round: async (): Promise<void> => {
      const target = streamTarget(settings);
      if (!target || !(await hold())) return close();
      await trimOutbox(db, most);
      try {
        await deliver(target);
      } catch (error) {
        close();
        await noteStream((error as Error).message.slice(0, 500), db);
      }
    },
    end: async (): Promise<void> => {
      close();
      await releaseStream(holder, db);
    },
  };
};

/** The stream of one server. */
export const createAuditStream = (deps: Deps): AuditStream => {
  const { round, end } = createRounds(deps);
  const { everyMs } = deps.pace ?? usualPace;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const later = (failed: (error: unknown) => void) => {
    timer = setTimeout(async () => {
      running = round().catch(failed);
      await running;
      if (!isStopped) later(failed);
    }, everyMs).unref();
  };
  return {
    start: later,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
      await end().catch(() => undefined);
    },
  };
};
