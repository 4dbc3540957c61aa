import { join } from 'node:path';
import {
  createComponentApi,
  createSignedSend,
  type SignedSend,
} from '@gatehouse/component/engine/componentApi.ts';
import { createSessionApi } from '@gatehouse/component/engine/sessionApi.ts';
import { defaultConfig, openConnection } from '@gatehouse/component/flows/connection.ts';
import { establishIdentity } from '@gatehouse/component/flows/identity.ts';
import { createOutbox, type Outbox } from '@gatehouse/component/flows/outbox.ts';
import { createTaskDesk } from '@gatehouse/component/flows/taskDesk.ts';
import { lockHome } from '@gatehouse/component/platform/homeLock.ts';
import { createHttp } from '@gatehouse/component/platform/http.ts';
import type { Log } from '@gatehouse/component/platform/log.ts';
import { createPauses } from '@gatehouse/component/platform/retry.ts';
import {
  type AskedPiece,
  FILE_PIECE_PATH,
  OUTPUT_PATH,
  PLAYBOOK_FILES_PATH,
  PLAYBOOK_METHOD,
  type PlaybookFiles,
  playbookFilesSchema,
  REPORT_TARGETS_PATH,
  STATEMENT_METHODS,
  STOP_WORK,
  TAKE_TARGETS_PATH,
  WORK_WAITS,
} from '@gatehouse/contract/wire/machineWork.ts';
import { CHECK_PERMISSIONS, type TerminalTask, TICKET_ENDED } from '@gatehouse/contract/wire/terminal.ts';
import { carryOutTarget } from '../flows/carryOut.ts';
import { createDrivers } from '../flows/drivers/drivers.ts';
import { createMachineWork, type MachineWorkApi } from '../flows/machineWork.ts';
import { createPlaybooks } from '../flows/playbooks/playbooks.ts';
import { readTaken } from '../flows/taken.ts';
import { createTransfers } from '../flows/transfers/transfers.ts';
import type { RunnerConfig } from '../platform/config.ts';

/** A running runner. */
export type Runner = { isConnected: () => boolean; stop: () => Promise<void> };

const LOCK_PATIENCE_MS = 20_000;
/** How long a stopping runner waits for its last messages; targets of which no report arrived by then are lost. */
const LAST_WORDS_MS = 1_000;
/** How often a runner looks whether it can confine playbooks now. */
const LOOK_MS = 60_000;

const machineWorkApi = (send: SignedSend, date_started: string): MachineWorkApi => ({
  take: async (asked) =>
    readTaken(await send({ method: 'POST', path: TAKE_TARGETS_PATH, json: { ...asked, date_started } })),
  report: async (json) => {
    await send({ method: 'POST', path: REPORT_TARGETS_PATH, json });
  },
  output: async (json) => {
    await send({ method: 'POST', path: OUTPUT_PATH, json });
  },
});

const filesOf =
  (send: SignedSend) =>
  async (work: string): Promise<PlaybookFiles> =>
    playbookFilesSchema.parse(await send({ method: 'POST', path: PLAYBOOK_FILES_PATH, json: { work } }))
      .files;

/** A part takes longer than other answers on a slow line. */
const PIECE_MS = 60_000;

const pieceOf =
  (send: SignedSend) =>
  async (json: AskedPiece): Promise<Buffer> =>
    (await send({
      ...{ method: 'POST', path: FILE_PIECE_PATH, json },
      ...{ answer: 'bytes', timeout_ms: PIECE_MS },
    })) as Buffer;

/** The desk for work on machines, with the processes that hold its database drivers, and its playbooks. */
const openDesk = (
  config: RunnerConfig,
  { send, outbox, log, date_started }: { send: SignedSend; outbox: Outbox; log: Log; date_started: string },
) => {
  const { reportHostKey } = createSessionApi(send);
  const drivers = createDrivers(config.databases);
  const playbooks = createPlaybooks({
    ...{ files: filesOf(send), places: config.playbooks },
    mayBeOpen: config.unconfined,
  });
  const transfers = createTransfers(pieceOf(send));
  const work = createMachineWork({
    api: machineWorkApi(send, date_started),
    places: config.parallel,
    full: () => [
      ...(playbooks.isFull() ? [PLAYBOOK_METHOD] : []),
      ...(drivers.isFull() ? Object.values(STATEMENT_METHODS) : []),
    ],
    carryOut: (target, deps) =>
      carryOutTarget(
        target,
        { ...deps, reportHostKey, warn: (detail, message) => log.debug(detail, message) },
        drivers,
        { playbooks, transfers },
      ),
    outbox,
    log,
  });
  const close = async () => {
    await work.close();
    drivers.close();
  };
  return { ...work, close, ability: playbooks.ability };
};

/** Assembles and starts the runner. */
export const startRunner = async (config: RunnerConfig, log: Log): Promise<Runner> => {
  const unlock = await lockHome('runner', config.home, LOCK_PATIENCE_MS);
  const pauses = createPauses();
  const http = createHttp(config.core_url);
  const keys = join(config.home, 'keys');
  const identity = await establishIdentity({
    http,
    kind: { type: 'celery', label: 'Runner' },
    key_path: join(keys, 'runner.json'),
    former_path: join(keys, 'runner-former.json'),
    bootstrap_token: config.bootstrap_token,
    pauses,
    log,
  });
  const send = createSignedSend({ http, key: identity.key });
  const api = createComponentApi(send);
  const outbox = createOutbox({ pauses, log });
  const date_started = new Date().toISOString();
  const desk = openDesk(config, { send, outbox, log, date_started });
  let ability = await desk.ability();
  // Bubblewrap may have been installed, or what kept it from working may be over.
  const look = setInterval(async () => {
    ability = await desk.ability();
  }, LOOK_MS).unref();
  let settings = defaultConfig();
  // Work is taken from the queue; nothing is stored as a task for a runner.
  const carryOut = (task: TerminalTask) => log.warn({ task: task.name }, 'unknown task');

  /** What the server tells without storing it. */
  const takeNotice = ({ name, args }: TerminalTask): boolean => {
    if (name === WORK_WAITS) desk.ask();
    else if (name === STOP_WORK) desk.stop(args);
    // Permissions were checked when a target was given.
    else return name === CHECK_PERMISSIONS || name === TICKET_ENDED;
    return true;
  };

  const connection = openConnection({
    api,
    core_url: config.core_url,
    key: identity.key,
    home: config.home,
    sessions: () => [],
    pauses,
    offer: () => ({ date_started, playbooks: ability }),
    runTasks: createTaskDesk({ api, outbox, carryOut, takeNotice }),
    setConfig: (next) => {
      settings = next;
    },
    heartbeatMs: () => settings.TERMINAL_HEARTBEAT_INTERVAL * 1000,
    onConnected: desk.ask,
    onUnknownKey: () => void identity.renew(),
    log,
  });
  log.info({ core_url: config.core_url, playbooks: ability }, 'runner is ready');

  const stop = async () => {
    clearInterval(look);
    await desk.close();
    await pauses.wait(LAST_WORDS_MS);
    connection.stop();
    pauses.stop();
    http.close();
    unlock();
  };
  return { isConnected: connection.isConnected, stop };
};
