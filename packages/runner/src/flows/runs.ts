import { randomUUID } from 'node:crypto';
import type { SessionApi } from '@gatehouse/component/engine/sessionApi.ts';
import { SessionFailure } from '@gatehouse/component/engine/sessionFailure.ts';
import { displayTexts, sessionRow } from '@gatehouse/component/engine/sessionRow.ts';
import type { RouteDeps } from '@gatehouse/component/engine/ssh/route.ts';
import type { Outbox } from '@gatehouse/component/flows/outbox.ts';
import { Refused } from '@gatehouse/component/platform/http.ts';
import type { Log } from '@gatehouse/component/platform/log.ts';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import type { CommandRow } from '@gatehouse/contract/wire/terminal.ts';
import type { RunFiles } from '../platform/runFiles.ts';
import type { CommandResult } from '../ways/ssh/runOverSsh.ts';

/** Runs on assets, each a session of type `command` with one command in it. */
export type Runs = {
  /** Starts the run for a connection token. */
  begin: (token: string, id?: string) => void;
  stop: (id: string) => void;
  ids: () => string[];
  /** Marks the runs of a killed process as failed; none is repeated. */
  markLeftovers: () => Promise<void>;
  /** Ends every run; resolves when the end of each is queued for the server. */
  close: () => Promise<void>;
};

/** The command of every run; other kinds of work will have their own. */
const COMMAND = 'id';
const RUN_MS = 60_000;

const nobodyToAsk = (secret: ConnectionSecret): RouteDeps['prompter'] => ({
  ask: () =>
    Promise.reject(
      new SessionFailure('auth_failed', { host: secret.asset.name, username: secret.account.username }),
    ),
});

const commandRow = (
  secret: ConnectionSecret,
  { session, output, started }: { session: string; output: string; started: number },
): CommandRow => ({
  id: randomUUID(),
  ...displayTexts(secret),
  input: COMMAND,
  output,
  session,
  risk_level: 0,
  org_id: secret.asset.org_id,
  timestamp: Math.floor(started / 1000),
});

/** Carries out runs; `way` connects to the asset and runs the command. */
export const createRuns = (deps: {
  api: SessionApi;
  outbox: Outbox;
  files: RunFiles;
  way: (secret: ConnectionSecret, command: string, route: RouteDeps) => Promise<CommandResult>;
  log: Log;
}): Runs => {
  const { api, outbox, files, log } = deps;
  const running = new Map<string, AbortController>();
  const works = new Set<Promise<void>>();

  /** The server must learn how a run ended, however long that takes; only then is its file deleted. */
  const reportEnd = (id: string, isSuccess: boolean, hasCommand: boolean) =>
    outbox.push('end of a run', async () => {
      const date_end = new Date().toISOString();
      const patch = { is_finished: true, is_success: isSuccess, has_command: hasCommand, date_end };
      await api.patchSession(id, patch).catch((error: unknown) => {
        // The run was interrupted before the server knew its session.
        if (!(error instanceof Refused && error.status === 404)) throw error;
      });
      await files.remove(id);
    });

  const carryOut = async (secret: ConnectionSecret, id: string, signal: AbortSignal): Promise<boolean> => {
    const started = Date.now();
    const { output, code } = await deps.way(secret, COMMAND, {
      session: id,
      prompter: nobodyToAsk(secret),
      progress: () => undefined,
      reportHostKey: api.reportHostKey,
      signal,
    });
    const row = commandRow(secret, { session: id, output, started });
    outbox.push('command of a run', () => api.postCommands([row]));
    return code === 0;
  };

  const work = async (token: string, id: string, stopped: AbortSignal) => {
    const secret = await api.redeem(token, null, '');
    stopped.throwIfAborted();
    // Recorded before connecting: whatever interrupts the run, it is marked and not repeated.
    await files.note(id);
    try {
      await api.createSession(sessionRow(secret, { id, started: new Date(), type: 'command' }));
      if (secret.from_ticket) await api.relateTicket({ ticket: secret.from_ticket, session: id });
      const isSuccess = await carryOut(secret, id, AbortSignal.any([stopped, AbortSignal.timeout(RUN_MS)]));
      reportEnd(id, isSuccess, true);
      log.info({ run: id, isSuccess }, 'run ended');
    } catch (err) {
      reportEnd(id, false, false);
      log.warn({ err, run: id }, 'run failed');
    }
  };

  return {
    begin: (token, id = randomUUID()) => {
      // Listed from here on, because a run may be stopped before its token is redeemed.
      const stop = new AbortController();
      running.set(id, stop);
      const doing = work(token, id, stop.signal)
        .catch((err) => log.warn({ err }, 'a run could not begin'))
        .finally(() => {
          works.delete(doing);
          running.delete(id);
        });
      works.add(doing);
    },
    stop: (id) => running.get(id)?.abort(new SessionFailure('admin_terminate')),
    ids: () => [...running.keys()],
    markLeftovers: async () => {
      for (const id of await files.leftovers()) {
        log.warn({ run: id }, 'the run was cut off and is marked as failed');
        reportEnd(id, false, false);
      }
    },
    close: async () => {
      for (const stop of running.values()) stop.abort(new SessionFailure('gateway_stopping'));
      await Promise.all(works);
    },
  };
};
