import type { Mark } from './lineMark.ts';
import type { Entry, ReadCommand } from './runningCommand.ts';

/** An Enter whose line was not seen leaving a prompt yet. */
export type Enter = Entry & {
  /** What was typed before it, when that is certain. */
  hint: string | null;
  /** The line it was pressed in; null when typed ahead. */
  mark: Mark | null;
  /** Listed as the program in the foreground got it; the shell may still show it at a prompt. */
  told: ReadCommand | null;
};

/** Enters in the order they were pressed. */
export type Enters = {
  press: (enter: Omit<Enter, 'number'>) => void;
  /** The next key may begin a line of its own: nothing waits for a prompt that is not there yet. */
  isSettled: () => boolean;
  isEmpty: () => boolean;
  hints: () => readonly string[];
  /** The one pressed in this line. */
  of: (mark: Mark | null) => Enter | undefined;
  /** The one this line was entered with. */
  matching: (text: string, mark: Mark | null) => Enter | undefined;
  /** One that is exactly this line and was not listed yet. */
  untold: (line: string) => Enter | undefined;
  /** Takes one out; those before it went to programs. */
  take: (enter: Enter) => void;
  /** Gives up those that waited too long. */
  age: (now_ms: number, certainFor_ms: number) => void;
  clear: () => void;
};

/** An Enter of unknown text that moved no line by then went to a program that does not work in lines. */
const ECHO_MS = 3_000;
const KEPT = 200;

/** None yet; `dropped` hears of those that were listed and are not waited for any more. */
export const createEnters = (dropped: (command: ReadCommand) => void): Enters => {
  let waiting: Enter[] = [];
  /** Compared with every line of output while something waits. */
  let hints: readonly string[] = [];
  let number = 0;

  const keep = (kept: Enter[]) => {
    const gone = waiting.filter((enter) => !kept.includes(enter));
    waiting = kept;
    hints = kept.flatMap(({ hint }) => (hint === null ? [] : [hint.trim()]));
    for (const { told } of gone) if (told) dropped(told);
  };

  const of = (mark: Mark | null) =>
    mark === null ? undefined : waiting.find((enter) => enter.mark === mark);

  return {
    press: (enter) => {
      number += 1;
      keep([...waiting, { ...enter, number }].slice(-KEPT));
    },
    isEmpty: () => waiting.length === 0,
    isSettled: () => waiting.every(({ told }) => told !== null),
    hints: () => hints,
    of,
    matching: (text, mark) => {
      const own = of(mark);
      const isSame = ({ hint }: Enter) => hint?.trim() === text.trim();
      if (own && (own.hint === null || isSame(own))) return own;
      return waiting.find(isSame) ?? own ?? waiting.find(({ hint }) => hint === null);
    },
    untold: (line) => {
      const text = line.trim();
      if (text === '' || !hints.includes(text)) return undefined;
      return waiting.find(({ hint, told }) => told === null && hint?.trim() === text);
    },
    take: (enter) => {
      const at = waiting.indexOf(enter);
      const after = waiting.slice(at + 1);
      waiting.splice(at, 1);
      keep(after);
    },
    age: (now_ms, certainFor_ms) =>
      keep(
        waiting.filter(
          ({ hint, at_ms }) => now_ms - at_ms <= (hint === null ? ECHO_MS : Math.max(ECHO_MS, certainFor_ms)),
        ),
      ),
    clear: () => keep([]),
  };
};
