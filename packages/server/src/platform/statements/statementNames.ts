import { createHash } from 'node:crypto';

/** Texts that are remembered as seen once; forgotten together when there are more. */
const mostSeen = 2_000;

/** Names of statements, by their text. */
export type StatementNames = {
  /** The name under which connections keep the statement; undefined where it is to be planned anew. */
  nameOf(text: string): string | undefined;
  /** Gives the statement another name, because its plan no longer fits the tables. */
  rename(text: string): void;
  /**
   * No statement has a name for a while: longer each time, because a pooler stays, but not for good, because
   * a connection that lost its plans is gone.
   */
  pause(): void;
};

const firstPauseMs = 10_000;
const longestPauseMs = 3_600_000;
/** After so long without a pause, the next is a short one. */
const quietMs = 6 * longestPauseMs;

/**
 * Names up to `most` statements that are run at least twice. Texts depend on what callers ask for, and every
 * connection keeps each named statement, so the number must have a limit; the ones everybody needs are named
 * soon after the start.
 */
export const createStatementNames = (most: number): StatementNames => {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  let pauseMs = firstPauseMs;
  let until = Number.NEGATIVE_INFINITY;
  let generation = 0;
  const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
  return {
    nameOf: (text) => {
      const known = names.get(text);
      if (known !== undefined || Date.now() < until || names.size >= most) return known;
      if (!seen.has(text)) {
        if (seen.size >= mostSeen) seen.clear();
        seen.add(text);
        return undefined;
      }
      seen.delete(text);
      const name = `${hash(text)}_${generation}`;
      names.set(text, name);
      return name;
    },
    rename: (text) => {
      if (!names.has(text)) return;
      generation += 1;
      names.set(text, `${hash(text)}_${generation}`);
    },
    pause: () => {
      const now = Date.now();
      if (now < until) return;
      pauseMs = now - until > quietMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
      until = now + pauseMs;
      generation += 1;
      names.clear();
      seen.clear();
    },
  };
};
