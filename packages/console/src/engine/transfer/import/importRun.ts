import {
  IMPORT_PACE_MS,
  IMPORT_PAGE_SIZE,
  type ImportError,
  type ImportRow,
  type RowStatus,
  type TaskStatus,
} from './importTask.ts';

/** Maximum number of rows per request in fast mode: few enough to stop soon, and to show progress. */
export const FAST_GROUP = 200;

type Values = Record<string, unknown>;

/** What both modes of sending need. */
type Deps = {
  /** Returns the current rows, because cells may be edited while the import runs. */
  rows: () => readonly ImportRow[];
  onStatus: (statuses: ReadonlyMap<number, RowStatus>) => void;
  isStopped: () => boolean;
  errorOf: (error: unknown) => ImportError;
  /** Whether a failure is not about a row, such as an unreachable server or an ended web session. */
  isInterruption: (error: unknown) => boolean;
  /** Called with the failure that interrupts the import. */
  onInterrupted: (error: unknown) => void;
};

/** Sends an import's rows, in one of the modes. */
export type Run<D> = (deps: Deps & D) => Promise<TaskStatus>;

const groupsOf = (rows: readonly ImportRow[], size: number): ImportRow[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));

const all = (rows: readonly ImportRow[], status: RowStatus) =>
  new Map(rows.map(({ number }) => [number, status]));

/** Sends one request for some rows; returns whether the import can continue. */
const attempt = async (
  deps: Deps,
  rows: readonly ImportRow[],
  request: () => Promise<ReadonlyMap<number, RowStatus>>,
): Promise<boolean> => {
  deps.onStatus(all(rows, 'sending'));
  try {
    deps.onStatus(await request());
    return true;
  } catch (error) {
    const isInterrupted = deps.isInterruption(error);
    deps.onStatus(all(rows, isInterrupted ? 'pending' : deps.errorOf(error)));
    if (isInterrupted) deps.onInterrupted(error);
    return !isInterrupted;
  }
};

type Steady = {
  send: (values: Values) => Promise<void>;
  pause: (milliseconds: number) => Promise<void>;
};

const hasPending = (rows: readonly ImportRow[]) => rows.some(({ status }) => status === 'pending');

/** Sends the pending rows of one page; returns whether the import can continue. */
const runPage = async (page: readonly ImportRow[], deps: Deps & Steady): Promise<boolean> => {
  let isFirst = true;
  for (const { number } of page) {
    const row = deps.rows()[number - 1];
    if (row?.status !== 'pending') continue;
    if (!isFirst) await deps.pause(IMPORT_PACE_MS);
    isFirst = false;
    if (deps.isStopped()) return false;
    const send = () => deps.send(row.values).then(() => all([row], 'ok'));
    if (!(await attempt(deps, [row], send))) return false;
  }
  if (!isFirst) await deps.pause(IMPORT_PACE_MS);
  return !deps.isStopped();
};

/** Sends pending rows one by one, page by page, until none is left or the import stops. */
export const runImport: Run<Steady> = async (deps) => {
  // A row edited after its page was sent waits for the next round.
  while (hasPending(deps.rows()))
    for (const page of groupsOf(deps.rows(), IMPORT_PAGE_SIZE))
      if (!(await runPage(page, deps))) return 'stopped';
  return 'done';
};

/** Sends pending rows in batches until none is left or the import stops. */
export const runFastImport: Run<{
  /** Results of the rows in order. */
  sendMany: (rows: Values[]) => Promise<('ok' | ImportError)[]>;
}> = async (deps) => {
  while (!deps.isStopped()) {
    const group = deps
      .rows()
      .filter(({ status }) => status === 'pending')
      .slice(0, FAST_GROUP);
    if (group.length === 0) return 'done';
    const send = async () => {
      const outcomes = await deps.sendMany(group.map(({ values }) => values));
      return new Map(group.map(({ number }, at) => [number, outcomes[at] ?? deps.errorOf(undefined)]));
    };
    if (!(await attempt(deps, group, send))) return 'stopped';
  }
  return 'stopped';
};
