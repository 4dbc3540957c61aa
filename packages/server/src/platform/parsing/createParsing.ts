import { createTurns } from '../limits/turns.ts';
import { type ForeignFile, type Found, type ParserProcess, startParser } from './parserProcess.ts';

/** Who sent a file; `signal` is aborted when the client disconnects. */
export type Sender = { who: string; signal: AbortSignal };

/** Limits of parsing as a whole. */
export type ParsingLimits = {
  /** Files parsed at the same time. */
  places: number;
  /** Files that wait for a place, of all senders and of one. */
  waiting: { all: number; own: number };
  memoryMegabytes: number;
  /** How long one file may take. */
  patienceMs: number;
  /** How long a process waits for the next file before it is ended. */
  idleMs: number;
};

/** What became of a file; `busy` when too many are waiting. */
export type Parsed = Found | 'busy';
/** Parses foreign files in processes of their own, with limited memory and time. */
export type Parsing = (foreign: ForeignFile, sender: Sender) => Promise<Parsed>;

/** Processes that wait for the next file, each until it has been idle for too long. */
const createIdle = ({ idleMs, memoryMegabytes }: ParsingLimits) => {
  const idle = new Map<ParserProcess, NodeJS.Timeout>();
  return {
    take: (): ParserProcess => {
      for (const [parser, leaving] of idle) {
        clearTimeout(leaving);
        idle.delete(parser);
        if (parser.isAlive()) return parser;
      }
      return startParser(memoryMegabytes);
    },
    keep: (parser: ParserProcess) => {
      parser.rest();
      const leave = () => {
        idle.delete(parser);
        parser.end();
      };
      idle.set(parser, setTimeout(leave, idleMs).unref());
    },
  };
};

/** Counts the files in hand by sender. */
const createQueue = ({ places, waiting }: ParsingLimits) => {
  const counts = new Map<string, number>();
  let all = 0;
  const add = (who: string, change: 1 | -1) => {
    const own = (counts.get(who) ?? 0) + change;
    if (own === 0) counts.delete(who);
    else counts.set(who, own);
    all += change;
  };
  return {
    isFull: (who: string) => all >= places + waiting.all || (counts.get(who) ?? 0) > waiting.own,
    enter: (who: string) => add(who, 1),
    leave: (who: string) => add(who, -1),
  };
};

/**
 * Senders take turns at a few processes, which start with the first file and end when idle. A process, not a
 * thread: running out of memory in a thread ends all threads with it (docs/decisions/0242).
 */
export const createParsing = (limits: ParsingLimits): Parsing => {
  const inTurn = createTurns(limits.places);
  const queue = createQueue(limits);
  const idle = createIdle(limits);
  const parse = async (foreign: ForeignFile, signal: AbortSignal): Promise<Found> => {
    const parser = idle.take();
    const found = await parser.parse(foreign, limits.patienceMs, signal);
    if (parser.isAlive()) idle.keep(parser);
    signal.throwIfAborted();
    return found;
  };
  return async (foreign, sender) => {
    if (queue.isFull(sender.who)) return 'busy';
    queue.enter(sender.who);
    try {
      return await inTurn(() => parse(foreign, sender.signal), sender);
    } finally {
      queue.leave(sender.who);
    }
  };
};
