import { join } from 'node:path';
import { createComponentApi, createSignedSend } from '@gatehouse/component/engine/componentApi.ts';
import { createSessionApi } from '@gatehouse/component/engine/sessionApi.ts';
import { defaultConfig, openConnection } from '@gatehouse/component/flows/connection.ts';
import { establishIdentity } from '@gatehouse/component/flows/identity.ts';
import { createOutbox } from '@gatehouse/component/flows/outbox.ts';
import { createTaskDesk } from '@gatehouse/component/flows/taskDesk.ts';
import type { SharedConfig } from '@gatehouse/component/platform/environment.ts';
import { lockHome } from '@gatehouse/component/platform/homeLock.ts';
import { createHttp } from '@gatehouse/component/platform/http.ts';
import type { Log } from '@gatehouse/component/platform/log.ts';
import { createPauses } from '@gatehouse/component/platform/retry.ts';
import {
  CHECK_PERMISSIONS,
  RUN_TASK,
  type TerminalTask,
  TICKET_ENDED,
} from '@gatehouse/contract/wire/terminal.ts';
import { createRuns } from '../flows/runs.ts';
import { openRunFiles } from '../platform/runFiles.ts';

/** A running runner. */
export type Runner = { isConnected: () => boolean; stop: () => Promise<void> };

const LOCK_PATIENCE_MS = 20_000;
/**
 * How long a stopping runner waits for its last messages; a run whose end is not delivered by then is marked
 * as failed at the next start.
 */
const LAST_WORDS_MS = 1_000;

/** Assembles and starts the runner. */
export const startRunner = async (config: SharedConfig, log: Log): Promise<Runner> => {
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
  const runs = createRuns({
    api: createSessionApi(send),
    outbox,
    files: await openRunFiles(join(config.home, 'runs')),
    // Loaded by the first run: an idle runner needs no SSH library.
    way: async (...run) => (await import('../ways/ssh/runOverSsh.ts')).runOverSsh(...run),
    log,
  });
  let settings = defaultConfig();
  const carryOut = (task: TerminalTask) => {
    if (task.name === RUN_TASK) runs.begin(task.args, task.kwargs?.run);
    else if (task.name === 'kill_session') runs.stop(task.args);
    else log.warn({ task: task.name }, 'unknown task');
  };

  await runs.markLeftovers();
  const connection = openConnection({
    api,
    core_url: config.core_url,
    key: identity.key,
    home: config.home,
    sessions: runs.ids,
    pauses,
    // Changed permissions are ignored: a run lasts a minute at most, and its permission was checked when its
    // token was redeemed.
    runTasks: createTaskDesk({
      api,
      outbox,
      carryOut,
      takeNotice: ({ name }) => name === CHECK_PERMISSIONS || name === TICKET_ENDED,
    }),
    setConfig: (next) => {
      settings = next;
    },
    heartbeatMs: () => settings.TERMINAL_HEARTBEAT_INTERVAL * 1000,
    onConnected: () => undefined,
    onUnknownKey: () => void identity.renew(),
    log,
  });
  log.info({ core_url: config.core_url }, 'runner is ready');

  const stop = async () => {
    await runs.close();
    await pauses.wait(LAST_WORDS_MS);
    connection.stop();
    pauses.stop();
    http.close();
    unlock();
  };
  return { isConnected: connection.isConnected, stop };
};
