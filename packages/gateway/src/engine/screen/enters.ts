import { createEnterIndex, type Enter } from './enterIndex.ts';
import type { Mark } from './lineMark.ts';
import type { ReadCommand } from './runningCommand.ts';

/** What was typed before the pending Enters, without surrounding blanks; uncertain texts are left out. */
export type Hints = {
  has: (text: string) => boolean;
  /** Whether a text of this length exists. */
  hasLength: (length: number) => boolean;
};

/** Enters in the order they were pressed. */
export type Enters = {
  press: (enter: Omit<Enter, 'number' | 'listed'>) => void;
  /** The next key may start a new line: no pending, unlisted Enter may still be input of a program. */
  isSettled: () => boolean;
  isEmpty: () => boolean;
  hints: Hints;
  /** The Enter pressed in this line. */
  of: (mark: Mark | null) => Enter | undefined;
  /** The Enter that entered this line. */
  matching: (text: string, mark: Mark | null) => Enter | undefined;
  /** An unlisted Enter that may be input of a program and whose text is exactly this line. */
  untold: (line: string) => Enter | undefined;
  /** Marks an Enter as listed while it keeps waiting. */
  tell: (enter: Enter, command: ReadCommand) => void;
  /** The terminal discarded unread input: only a prompt can still show what was typed ahead. */
  doubt: () => void;
  /** Removes an Enter and all earlier ones, which went to programs. */
  take: (enter: Enter) => void;
  /** Gives up Enters that waited too long. */
  age: (now_ms: number, certainFor_ms: number) => void;
  clear: () => void;
};

/**
 * An Enter whose line has not appeared after this time went to a program that does not read lines; an Enter
 * with certain text may be given longer.
 */
const ECHO_MS = 3_000;
/**
 * Number of Enters that stay when there are twice as many and the oldest are dropped; more than a terminal
 * buffers of unread input (4096 characters).
 */
const KEPT = 5_000;
const KEPT_CHARACTERS = 512 * 1024;

/** An empty list; `dropped` is called for listed commands that are no longer waited for. */
export const createEnters = (dropped: (command: ReadCommand) => void): Enters => {
  const waiting = new Set<Enter>();
  const all = createEnterIndex();
  /** Unlisted Enters that may still prove to be input of a program. */
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
    if (enter.listed) dropped(enter.listed);
  };
  const isOver = (times: number) => waiting.size > times * KEPT || all.characters() > times * KEPT_CHARACTERS;
  /** Removes many at once: finding the oldest in a set is slow after many deletions. */
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
      const enter = { ...pressed, number, listed: null };
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
      enter.listed = command;
      unlisted.remove(enter);
    },
    doubt: () => {
      if (unlisted.isEmpty()) return;
      unlisted = createEnterIndex();
      for (const [{ inEditor, prompt }, enter] of byMark) {
        if (!enter.listed && (inEditor || prompt.trim() !== '')) unlisted.add(enter);
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
