import { setTimeout as sleep } from 'node:timers/promises';
import { watchTaskLog } from '@gatehouse/contract/calls/sockets.ts';
import { z } from 'zod';
import type { HttpPorts } from '../../engine/http.ts';
import { type Database, isUuid } from '../../platform/database.ts';
import type { Language, Lookup } from '../../platform/i18n.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { findRun, readLog } from '../../platform/jobs/runs.ts';
import type { RateLimits } from '../../platform/limits/rateLimits.ts';
import { addPageSocket, type PageSocket } from '../session/pageSocket.ts';
import { mayRead } from './access.ts';
import { logFrames } from './logFrames.ts';

type Deps = {
  limits: RateLimits;
  siteUrl: () => string | undefined;
  lookup: Lookup;
  jobs: Pick<Jobs, 'declared'>;
};
type Frame = { message: string; task?: string; event?: 'end' };

const asked = z.object({ task: z.string().max(128) });

/** How often a run that waits is looked for, and for how long. */
const waitMs = 500;
const longestWaitMs = 60_000;
const pollMs = 250;
/** Characters read at once. */
const mostRead = 32_768;
/** A reader that lags behind by so many bytes is waited for. */
const mostUnsent = 1024 * 1024;

const readAsked = (data: unknown): string | undefined => {
  try {
    return asked.safeParse(JSON.parse(String(data))).data?.task;
  } catch {
    return undefined;
  }
};

type Reading = {
  task: string;
  db: Database;
  send: (frame: Frame) => void;
  /** Whether the page still waits for this log. */
  isWanted: () => boolean;
  /** Waits until the page has received what was sent. */
  keepsUp: () => Promise<void>;
  text: (name: string) => string;
};

/** Waits until a run has begun, with a dot at each look; false when it does not begin in time. */
const hasBegun = async ({ task, db, send, isWanted, text }: Reading): Promise<boolean> => {
  for (const until = Date.now() + longestWaitMs; isWanted(); await sleep(waitMs)) {
    if ((await findRun(task, db))?.state !== 'queued') return true;
    if (Date.now() > until) {
      send({ message: `\r\n${text('not_found')}\r\n`, task });
      return false;
    }
    send({ message: '.', task });
  }
  return false;
};

/** Sends the log of a run from its start to its end, as it grows. */
const followLog = async (reading: Reading): Promise<void> => {
  const { task, db, send, isWanted, keepsUp, text } = reading;
  if (!(await hasBegun(reading))) return;
  send({ message: '\r\n' });
  let place = 0;
  while (isWanted()) {
    const part = await readLog(task, { from: place, most: mostRead }, db);
    if (!part) return;
    if (part.from > place) send({ message: `… ${text('cut')}\r\n`, task });
    for (const message of logFrames(part.text)) send({ message, task });
    place = part.to;
    if (part.text !== '') await keepsUp();
    else if (part.state !== 'queued' && part.state !== 'running')
      return send({ event: 'end', task, message: '' });
    else await sleep(pollMs);
  }
};

const serve = (
  { socket, facts, quietly, isSignedIn }: PageSocket,
  { db, lookup, jobs }: Pick<Deps, 'lookup' | 'jobs'> & { db: Database },
) => {
  let latest = 0;
  const send = (frame: Frame) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
  };
  const text = (name: string) => lookup(facts.language as Language, `taskLog.${name}`) ?? name;
  const keepsUp = async () => {
    while (socket.readyState === socket.OPEN && socket.bufferedAmount > mostUnsent) await sleep(pollMs);
  };
  const answer = async (task: string, turn: number) => {
    const run = isUuid(task) ? await findRun(task, db) : undefined;
    if (!run) return send({ message: text('unknown'), task });
    if (!mayRead(run, facts, jobs)) return send({ message: text('forbidden'), task });
    if (!(await isSignedIn())) return;
    const isWanted = () => turn === latest && socket.readyState === socket.OPEN;
    await followLog({ task, db, send, isWanted, keepsUp, text });
  };
  socket.on('message', (data) => {
    const task = readAsked(data);
    latest += 1;
    if (task !== undefined) quietly(answer(task, latest));
  });
  return () => {
    latest += 1;
  };
};

/** The logs of runs as they are written; a page asks for one after the other (reference 06 §A.4.1). */
export const addTaskLogSocket = (ports: HttpPorts, deps: Deps): void =>
  addPageSocket(ports, {
    ...deps,
    call: watchTaskLog,
    serve: (page) => serve(page, { ...deps, db: ports.db }),
  });
