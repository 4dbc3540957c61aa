import { setTimeout as sleep } from 'node:timers/promises';
import { Refused } from '@gatehouse/component/platform/http.ts';
import type { Log } from '@gatehouse/component/platform/log.ts';
import { backOff, type Pauses } from '@gatehouse/component/platform/retry.ts';
import type { CommandRow } from '@gatehouse/contract/wire/terminal.ts';
import type { CoreApi } from '../engine/core/coreApi.ts';

/** Sends the commands of all sessions in batches, while the sessions run. */
export type CommandPost = {
  /** `posted` is called when the row need not be sent again: the server has it or refuses it for good. */
  add: (row: CommandRow, posted: (id: string) => void) => void;
  /**
   * Withdraws rows not yet sent and waits for those on their way; the session's journal then knows what is
   * missing.
   */
  withdraw: (session: string) => Promise<void>;
};

type Item = { row: CommandRow; posted: (id: string) => void };

const BATCH = 100;
const GATHER_MS = 500;
/** After this time, answers are no longer waited for; rows without an answer are sent again. */
const WITHDRAW_MS = 2_000;
/**
 * Maximum number of rows kept in memory; the others are in the journals and are sent when their session ends.
 */
const KEPT = 5_000;

/** Starts with an empty queue. */
export const createCommandPost = (deps: {
  core: Pick<CoreApi, 'postCommands'>;
  pauses: Pauses;
  log: Log;
}): CommandPost => {
  let queue: Item[] = [];
  let isRunning = false;
  let inFlight: Promise<void> = Promise.resolve();

  /** True when the batch needs no retry. */
  const send = async (batch: Item[]): Promise<boolean> => {
    try {
      await deps.core.postCommands(batch.map((item) => item.row));
      for (const item of batch) item.posted(item.row.id ?? '');
      return true;
    } catch (err) {
      if (!(err instanceof Refused)) return false;
      if (batch.length > 1) {
        const results: boolean[] = [];
        for (const item of batch) results.push(await send([item]));
        return results.every(Boolean);
      }
      deps.log.error({ err, session: batch[0]?.row.session }, 'a command row was refused');
      // A session the server lost is reported again at its end, with the rows its journal then lists as
      // missing.
      if (err.status !== 404) for (const item of batch) item.posted(item.row.id ?? '');
      return true;
    }
  };
  const run = async () => {
    let failures = 0;
    while (queue.length > 0 && !deps.pauses.stopped()) {
      await deps.pauses.wait(
        failures === 0 ? GATHER_MS : backOff(failures - 1, { first_ms: 500, max_ms: 15_000 }),
      );
      const batch = queue.splice(0, BATCH);
      let done = false;
      const sending = send(batch).then((result) => {
        done = result;
      });
      inFlight = sending;
      await sending;
      failures = done ? 0 : failures + 1;
      // Rows are identified by id, so a row sent twice is stored once.
      if (!done) queue = [...batch, ...queue];
    }
    isRunning = false;
  };

  return {
    add: (row, posted) => {
      if (queue.length >= KEPT) return;
      queue.push({ row, posted });
      if (isRunning) return;
      isRunning = true;
      void run();
    },
    withdraw: async (session) => {
      await Promise.race([inFlight, sleep(WITHDRAW_MS, undefined, { ref: false })]);
      queue = queue.filter((item) => item.row.session !== session);
    },
  };
};
