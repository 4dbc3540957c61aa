import { createEnterIndex } from './enterIndex.ts';
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

/** What was certainly typed before the Enters that wait, without the blanks around it. */
export type Hints = {
  has: (text: string) => boolean;
  /** One of them is so long. */
  hasLength: (length: number) => boolean;
};

/** Enters in the order they were pressed. */
export type Enters = {
  press: (enter: Omit<Enter, 'number' | 'told'>) => void;
  /** The next key may begin a line of its own: nothing waits for a prompt that is not there yet. */
  isSettled: () => boolean;
  isEmpty: () => boolean;
  hints: Hints;
  /** The one pressed in this line. */
  of: (mark: Mark | null) => Enter | undefined;
  /** The one this line was entered with. */
  matching: (text: string, mark: Mark | null) => Enter | undefined;
  /** One that is exactly this line and was not listed yet. */
  untold: (line: string) => Enter | undefined;
  /** It was listed, and still waits. */
  tell: (enter: Enter, command: ReadCommand) => void;
  /** The terminal threw away what no program had read yet: only a prompt can still show what was typed ahead. */
  doubt: () => void;
  /** Takes one out; those before it went to programs. */
  take: (enter: Enter) => void;
  /** Gives up those that waited too long. */
  age: (now_ms: number, certainFor_ms: number) => void;
  clear: () => void;
};

/** An Enter of unknown text that moved no line by then went to a program that does not work in lines. */
const ECHO_MS = 3_000;
/** More than a terminal keeps of what nobody has read yet (4096 characters). */
const KEPT = 5_000;
const KEPT_CHARACTERS = 512 * 1024;

/** None yet; `dropped` hears of those that were listed and are not waited for any more. */
export const createEnters = (dropped: (command: ReadCommand) => void): Enters => {
  const waiting = new Set<Enter>();
  const all = createEnterIndex();
  /** A program may yet be seen to get them. */
  let unlisted = createEnterIndex();
  const byMark = new Map<Mark, Enter>();
  let number = 0;

  const remove = (enter: Enter) => {
    waiting.delete(enter);
    all.remove(enter);
    unlisted.remove(enter);
    if (enter.mark) byMark.delete(enter.mark);
  };
  const drop = (enter: Enter) => {
    remove(enter);
    if (enter.told) dropped(enter.told);
  };
  const isOver = (times: number) => waiting.size > times * KEPT || all.characters() > times * KEPT_CHARACTERS;
  /** Many at once: to find the oldest is costly where many before it are gone. */
  const dropOldest = () => {
    if (!isOver(2)) return;
    for (const enter of waiting) {
      if (!isOver(1)) return;
      drop(enter);
    }
  };
  const of = (mark: Mark | null) => (mark === null ? undefined : byMark.get(mark));

  return {
    press: (pressed) => {
      number += 1;
      const enter = { ...pressed, number, told: null };
      waiting.add(enter);
      all.add(enter);
      unlisted.add(enter);
      if (enter.mark) byMark.set(enter.mark, enter);
      dropOldest();
    },
    isEmpty: () => waiting.size === 0,
    isSettled: () => unlisted.isEmpty(),
    hints: { has: all.has, hasLength: all.hasLength },
    of,
    matching: (text, mark) => {
      const own = of(mark);
      if (own && (own.hint === null || own.hint.trim() === text.trim())) return own;
      return all.first(text.trim()) ?? own ?? all.first(null);
    },
    untold: (line) => {
      const text = line.trim();
      return text === '' ? undefined : unlisted.first(text);
    },
    tell: (enter, command) => {
      enter.told = command;
      unlisted.remove(enter);
    },
    doubt: () => {
      if (unlisted.isEmpty()) return;
      unlisted = createEnterIndex();
      for (const [{ inEditor, prompt }, enter] of byMark) {
        if (!enter.told && (inEditor || prompt.trim() !== '')) unlisted.add(enter);
      }
    },
    take: (taken) => {
      for (const enter of waiting) {
        if (enter === taken) break;
        drop(enter);
      }
      remove(taken);
    },
    age: (now_ms, certainFor_ms) => {
      for (const enter of waiting) {
        const most = enter.hint === null ? ECHO_MS : Math.max(ECHO_MS, certainFor_ms);
        if (now_ms - enter.at_ms > most) drop(enter);
      }
    },
    clear: () => {
      for (const enter of waiting) drop(enter);
    },
  };
};
