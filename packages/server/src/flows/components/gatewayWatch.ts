import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../platform/database.ts';
import { toComponents } from '../../platform/outgoing/outgoing.ts';
import { holdersOfSessions } from '../../resources/terminal/session/lost.ts';
import { registeredGateways } from '../../resources/terminal/terminal/index.ts';
import { loseSessions } from './lostSessions.ts';

/** Ends the sessions of gateways that died (docs/decisions/0175). */
export type GatewayWatch = {
  /** Reports that a component's task socket has opened; call the returned function when it closes. */
  connected(terminal: string): () => void;
  start(failed: (error: unknown) => void): void;
  /** Stops the watch; resolves once the round in progress has ended. */
  stop(): Promise<void>;
};

/**
 * Pause between two rounds, and the time that gateways have to reconnect after a server has started, in
 * milliseconds.
 */
const usualPace = { everyMs: 1_000, graceMs: 4_000 };
/** Seconds without a sign of life at any server after which a gateway is asked whether it is alive. */
const silentSeconds = 2;
const answerMs = 1_500;

type Silent = { terminal: string; address: string; date_seen: Date | string };

/** Any answer will do: a process that answers still runs its sessions, whether or not it reaches a server. */
const answers = async (address: string): Promise<boolean> => {
  try {
    const url = new URL('/koko/health/', address);
    const answer = await toComponents.request(url, { signal: AbortSignal.timeout(answerMs) });
    answer.destroy();
    return true;
  } catch {
    return false;
  }
};

const silentGateways = (db: Database): Promise<Silent[]> =>
  db.rows<Silent>(sql`select g.terminal::text as terminal, g.address, g.date_seen from terminal_gateway g
    join ${registeredGateways} t on t.id = g.terminal
    where g.date_seen < now() - make_interval(secs => ${silentSeconds})`);

/** Whether a gateway is still silent: it may have reached another server in the meantime. */
const isSilent = async (terminal: string, db: Database): Promise<boolean> =>
  (await silentGateways(db)).some((gateway) => gateway.terminal === terminal);

/** The watch of one server; all servers of a database watch all gateways. */
export const createGatewayWatch = ({
  db,
  pace = usualPace,
}: {
  db: Database;
  pace?: typeof usualPace;
}): GatewayWatch => {
  const sockets = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let isStopped = false;

  const touch = async () => {
    const busy = await holdersOfSessions([...sockets.keys()], db);
    if (busy.size > 0)
      await db.rows(
        sql`update terminal_gateway set date_seen = now() where terminal = any(${uuids([...busy])})`,
      );
  };
  const judge = async () => {
    const silent = await silentGateways(db);
    const busy = await holdersOfSessions(
      silent.map(({ terminal }) => terminal),
      db,
    );
    await Promise.all(
      silent
        .filter(({ terminal }) => busy.has(terminal) && !sockets.has(terminal))
        .map(async ({ terminal, address, date_seen }) => {
          if ((await answers(address)) || !(await isSilent(terminal, db))) return;
          await loseSessions(terminal, { begunBefore: null, lastSeen: new Date(date_seen) }, db);
        }),
    );
  };
  const later = (failed: (error: unknown) => void, ms: number) => {
    timer = setTimeout(async () => {
      round = touch().then(judge).catch(failed);
      await round;
      if (!isStopped) later(failed, pace.everyMs);
    }, ms).unref();
  };
  return {
    connected: (terminal) => {
      sockets.set(terminal, (sockets.get(terminal) ?? 0) + 1);
      return () => {
        const left = (sockets.get(terminal) ?? 1) - 1;
        if (left > 0) sockets.set(terminal, left);
        else sockets.delete(terminal);
      };
    },
    start: (failed) => later(failed, pace.graceMs),
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await round;
    },
  };
};
