import { createHash } from 'node:crypto';

/** Texts that are remembered as seen once; forgotten together when there are more. */
const mostSeen = 2_000;

/** Names of statements, by their text. */
export type StatementNames = {
  /** The name under which connections keep the statement; undefined where it is to be planned anew. */
  nameOf(text: string): string | undefined;
  /** Gives the statement another name, because its plan no longer fits the tables. */
  rename(text: string): void;
  /** No statement has a name from now on. */
  stop(): void;
};

/**
 * Names up to `most` statements that are run at least twice. Texts depend on what callers ask for, and every
 * connection keeps each named statement, so the number must have a limit; the ones everybody needs are named
 * soon after the start.
 */
export const createStatementNames = (most: number): StatementNames => {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  let isOn = true;
  let generation = 0;
  const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
  return {
    nameOf: (text) => {
      const known = names.get(text);
      if (known !== undefined || !isOn || names.size >= most) return known;
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
    stop: () => {
      isOn = false;
      names.clear();
      seen.clear();
    },
  };
};
