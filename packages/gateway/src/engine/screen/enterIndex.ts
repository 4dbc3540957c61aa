import type { Mark } from './lineMark.ts';
import type { Entry, ReadCommand } from './runningCommand.ts';

/** An Enter whose line has not yet been seen being entered at a prompt. */
export type Enter = Entry & {
  /** The text typed before it; null when uncertain. */
  hint: string | null;
  /** The line it was pressed in; null when typed ahead. */
  mark: Mark | null;
  /** What is listed for it as input of the foreground program; the shell may still show it at a prompt. */
  listed: ReadCommand | null;
};

/** Enters indexed by the text typed before them, because every output line is looked up. */
export type EnterIndex = {
  add: (enter: Enter) => void;
  remove: (enter: Enter) => void;
  /** The oldest Enter with this text; null stands for uncertain text. */
  first: (text: string | null) => Enter | undefined;
  has: (text: string) => boolean;
  /** Whether a text of this length exists. */
  hasLength: (length: number) => boolean;
  /** Total length of the texts. */
  characters: () => number;
  isEmpty: () => boolean;
};

/** An empty index. */
export const createEnterIndex = (): EnterIndex => {
  const byText = new Map<string | null, Set<Enter>>();
  /** Number of different texts by length. */
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
