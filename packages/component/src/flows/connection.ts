import {
  CHECK_SETTINGS,
  type TerminalConfig,
  type TerminalStatus,
  type TerminalTask,
  terminalConfigSchema,
} from '@gatehouse/contract/wire/terminal.ts';
import type { ComponentApi } from '../engine/componentApi.ts';
import { measureHealth } from '../engine/health.ts';
import { openTaskSocket, type TaskSocket } from '../engine/taskSocket.ts';
import { Refused } from '../platform/http.ts';
import type { Log } from '../platform/log.ts';
import type { Pauses } from '../platform/retry.ts';
import type { AccessKey } from '../platform/signature.ts';

/** A component's permanent connection to the server. */
export type Connection = { isConnected: () => boolean; stop: () => void };

const CONFIG_EVERY_MS = 30_000;

/** Settings used until the server has sent its own. */
export const defaultConfig = (): TerminalConfig => terminalConfigSchema.parse({});

/** Sends heartbeats, fetches settings and receives tasks, from now until stopped. */
export const openConnection = (deps: {
  api: ComponentApi;
  core_url: string;
  key: () => AccessKey;
  home: string;
  /** Ids of the sessions running here. */
  sessions: () => string[];
  /** What this type of component adds to its heartbeats. */
  offer?: () => Pick<TerminalStatus, 'gateway' | 'date_started' | 'playbooks'>;
  pauses: Pauses;
  runTasks: (tasks: TerminalTask[]) => void;
  setConfig: (config: TerminalConfig) => void;
  heartbeatMs: () => number;
  /** The server became reachable, for the first time or again. */
  onConnected: () => void;
  /** The server no longer accepts the access key. */
  onUnknownKey: () => void;
  log: Log;
}): Connection => {
  let stopped = false;
  let beatTimer: NodeJS.Timeout | undefined;

  const refused = (err: unknown, what: string) => {
    if (err instanceof Refused && err.status === 401) deps.onUnknownKey();
    deps.log.warn({ err, what }, 'the control plane did not answer as expected');
  };
  let asked = 0;
  let answered = 0;
  const refresh = async () => {
    asked += 1;
    const turn = asked;
    try {
      const config = await deps.api.config();
      // An answer that was overtaken by a later one may be older.
      if (turn < answered) return;
      answered = turn;
      const before = deps.heartbeatMs();
      deps.setConfig(config);
      if (deps.heartbeatMs() < before) void beat(socket);
    } catch (err) {
      refused(err, 'config');
    }
  };
  const takeTasks = (tasks: TerminalTask[]) => {
    const others = tasks.filter(({ name }) => name !== CHECK_SETTINGS);
    if (others.length < tasks.length) void refresh();
    deps.runTasks(others);
  };

  const beat = async (socket: TaskSocket) => {
    clearTimeout(beatTimer);
    const status = { ...(await measureHealth(deps.home, deps.sessions())), ...deps.offer?.() };
    if (!socket.sendStatus(status)) {
      await deps.api.heartbeat(status).then(takeTasks, (err) => refused(err, 'heartbeat'));
    }
    clearTimeout(beatTimer);
    if (!stopped) beatTimer = setTimeout(() => void beat(socket), deps.heartbeatMs());
  };

  const socket: TaskSocket = openTaskSocket({
    core_url: deps.core_url,
    key: deps.key,
    onTasks: takeTasks,
    onOpen: () => {
      // The server is back: everything that waits for it may retry now.
      deps.pauses.wakeAll();
      void beat(socket);
      void refresh();
      deps.onConnected();
    },
  });
  const configTimer = setInterval(() => void refresh(), CONFIG_EVERY_MS);
  void refresh();
  beatTimer = setTimeout(() => void beat(socket), 1_000);

  return {
    isConnected: socket.isOpen,
    stop: () => {
      stopped = true;
      clearInterval(configTimer);
      clearTimeout(beatTimer);
      socket.close();
    },
  };
};
