import { statfs } from 'node:fs/promises';
import { freemem, loadavg, totalmem } from 'node:os';
import {
  type TerminalConfig,
  type TerminalStatus,
  type TerminalTask,
  terminalConfigSchema,
} from '@gatehouse/contract/wire/terminal.ts';
import type { CoreApi } from '../engine/core/coreApi.ts';
import { openTaskSocket, type TaskSocket } from '../engine/core/taskSocket.ts';
import { Refused } from '../platform/http.ts';
import type { Log } from '../platform/log.ts';
import type { Pauses } from '../platform/retry.ts';
import type { AccessKey } from '../platform/signature.ts';
import type { Registry } from './registry.ts';

/** This gateway as a component of the control plane. */
export type Component = { isConnected: () => boolean; stop: () => void };

const CONFIG_EVERY_MS = 30_000;

/** Settings until the control plane has told its own. */
export const defaultConfig = (): TerminalConfig => terminalConfigSchema.parse({});

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);

const measure = async (home: string, sessions: string[]): Promise<TerminalStatus> => {
  const disk = await statfs(home).catch(() => null);
  return {
    sessions,
    cpu_load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    memory_used: percent(totalmem() - freemem(), totalmem()),
    disk_used: disk ? percent(disk.blocks - disk.bavail, disk.blocks) : 0,
    session_online: sessions.length,
  };
};

/** Heartbeats, fetches settings, and passes tasks on, from now until stopped. */
export const startComponent = (deps: {
  core: CoreApi;
  core_url: string;
  key: () => AccessKey;
  home: string;
  registry: Registry;
  pauses: Pauses;
  runTasks: (tasks: TerminalTask[]) => void;
  setConfig: (config: TerminalConfig) => void;
  heartbeatMs: () => number;
  /** The control plane is reached, for the first time or again. */
  onConnected: () => void;
  /** The access key is not accepted any more. */
  onUnknownKey: () => void;
  log: Log;
}): Component => {
  let stopped = false;
  let beatTimer: NodeJS.Timeout | undefined;

  const refused = (err: unknown, what: string) => {
    if (err instanceof Refused && err.status === 401) deps.onUnknownKey();
    deps.log.warn({ err, what }, 'the control plane did not answer as expected');
  };
  const refresh = () => deps.core.config().then(deps.setConfig, (err) => refused(err, 'config'));

  const beat = async (socket: TaskSocket) => {
    clearTimeout(beatTimer);
    const status = await measure(deps.home, deps.registry.ids());
    if (!socket.sendStatus(status)) {
      await deps.core.heartbeat(status).then(deps.runTasks, (err) => refused(err, 'heartbeat'));
    }
    clearTimeout(beatTimer);
    if (!stopped) beatTimer = setTimeout(() => void beat(socket), deps.heartbeatMs());
  };

  const socket: TaskSocket = openTaskSocket({
    core_url: deps.core_url,
    key: deps.key,
    onTasks: deps.runTasks,
    onOpen: () => {
      // The control plane is back: everything that waits for it may try again.
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
