import type { Outbox } from '@gatehouse/component/flows/outbox.ts';
import { Refused } from '@gatehouse/component/platform/http.ts';
import { MOST_TARGETS, type TargetReport } from '@gatehouse/contract/wire/machineWork.ts';

/** Reports on their way to the server, many in a call. */
export type Reports = {
  add: (report: TargetReport) => void;
  /** Sends what waits for company now. */
  flush: () => void;
  /** Targets whose report the server has not accepted yet. */
  held: () => string[];
  holds: (id: string) => boolean;
};

/** How long a report waits for company, in ms. */
const COMPANY_MS = 100;
/** Most characters of the reports of one call. */
const MOST_CHARACTERS = 1024 * 1024;

/** Collects reports into batches; the outbox repeats each until the server has it. */
export const createReports = (deps: {
  send: (reports: TargetReport[]) => Promise<void>;
  outbox: Outbox;
}): Reports => {
  const held = new Set<string>();
  let batch: TargetReport[] = [];
  let characters = 0;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (batch.length === 0) return;
    const sent = batch;
    batch = [];
    characters = 0;
    const release = () => {
      for (const { id } of sent) held.delete(id);
    };
    deps.outbox.push('reports of targets', () =>
      deps.send(sent).then(release, (error: unknown) => {
        // Refused for good: the server learns from the next call that they are not held any more.
        if (error instanceof Refused) release();
        throw error;
      }),
    );
  };
  return {
    add: (report) => {
      const size = JSON.stringify(report).length;
      if (characters + size > MOST_CHARACTERS) flush();
      held.add(report.id);
      batch.push(report);
      characters += size;
      if (batch.length >= MOST_TARGETS) flush();
      else timer ??= setTimeout(flush, COMPANY_MS);
    },
    flush,
    held: () => [...held],
    holds: (id) => held.has(id),
  };
};
