import type { Enter } from './enters.ts';

/** Enters by what was typed before them, found without looking at the others: every line of output is compared. */
export type EnterIndex = {
  add: (enter: Enter) => void;
  remove: (enter: Enter) => void;
  /** The one pressed first with this text; null: with text that is not certain. */
  first: (text: string | null) => Enter | undefined;
  has: (text: string) => boolean;
  /** One of the texts is so long. */
  hasLength: (length: number) => boolean;
  /** Length of all that was typed before them. */
  characters: () => number;
  isEmpty: () => boolean;
};

/** Holds none. */
export const createEnterIndex = (): EnterIndex => {
  const byText = new Map<string | null, Set<Enter>>();
  /** How many different texts are so long. */
  const lengths = new Map<number, number>();
  let size = 0;
  let characters = 0;

  const keyOf = ({ hint }: Enter): string | null => hint?.trim() ?? null;
  const count = (key: string | null, change: 1 | -1) => {
    if (key === null) return;
    const left = (lengths.get(key.length) ?? 0) + change;
    if (left === 0) lengths.delete(key.length);
    else lengths.set(key.length, left);
  };

  return {
    add: (enter) => {
      const key = keyOf(enter);
      const known = byText.get(key);
      size += 1;
      characters += enter.hint?.length ?? 0;
      if (known) return void known.add(enter);
      byText.set(key, new Set([enter]));
      count(key, 1);
    },
    remove: (enter) => {
      const key = keyOf(enter);
      const same = byText.get(key);
      if (!same?.delete(enter)) return;
      size -= 1;
      characters -= enter.hint?.length ?? 0;
      if (same.size > 0) return;
      byText.delete(key);
      count(key, -1);
    },
    first: (text) => byText.get(text)?.values().next().value,
    has: (text) => byText.has(text),
    hasLength: (length) => lengths.has(length),
    characters: () => characters,
    isEmpty: () => size === 0,
  };
};
