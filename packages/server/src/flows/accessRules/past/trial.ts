import { setImmediate as breathe } from 'node:timers/promises';
import type { TrialResult } from '@gatehouse/contract/policy/trial.ts';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** What every trial needs. */
export type Trial = {
  from: Date;
  to: Date;
  /** Reads long lists; its statements end when the signal aborts. */
  db: Database;
  /** For short look-ups in between. */
  lookUp: Database;
  signal: AbortSignal;
  /** The time is over: what has been found is told. */
  isOver: () => boolean;
  tell: (progress: { done: number; total: number | null }) => void;
};

/** What a trial finds out; the caller adds the days. */
export type Findings = Omit<TrialResult, 'date_from' | 'date_to'>;

/** A time as commands are stored with it. */
export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Rows that are read at a time: few enough that other requests hardly wait while they are looked at. */
const pageSize = 4_000;

/**
 * Reads rows page by page, the next page while the last one is looked at; `pageFrom` makes the statement of the
 * page that follows a row.
 */
export async function* pagesOf<Row>(
  { db }: Pick<Trial, 'db'>,
  pageFrom: (last: Row | undefined, limit: number) => SQL,
): AsyncGenerator<Row[]> {
  const read = (last: Row | undefined) => db.rows<Row>(pageFrom(last, pageSize));
  let rows = await read(undefined);
  for (;;) {
    const last = rows.length === pageSize ? rows.at(-1) : undefined;
    const following = last && read(last);
    // A page whose rows nobody looks at any more may fail unheard.
    following?.catch(() => undefined);
    yield rows;
    if (!following) return;
    rows = await following;
  }
}

/** Examines pages of rows one after the other. Returns whether the time ran out before all were examined. */
export const eachPage = async <Row>(
  { signal, isOver }: Pick<Trial, 'signal' | 'isOver'>,
  pages: AsyncIterable<Row[]>,
  look: (rows: Row[]) => Promise<void>,
): Promise<boolean> => {
  for await (const rows of pages) {
    signal.throwIfAborted();
    if (isOver()) return true;
    await look(rows);
    await breathe();
  }
  return false;
};
