import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { isComposing } from '../../platform/keys/isComposing.ts';
import type { Entry } from './Entry.ts';
import { useGroups } from './useGroups.ts';
import { useRunEntry } from './useRunEntry.ts';

/** The selected line, and the line whose actions are open. */
const useChoice = (groups: ReturnType<typeof useGroups>['groups']) => {
  const [chosenId, setChosenId] = useState<string>();
  const [opened, setOpened] = useState<Entry>();
  const lines = opened ? (opened.actions ?? []) : groups.flatMap((group) => group.entries);
  const chosen = lines.find(({ id }) => id === chosenId) ?? lines[0];
  return {
    lines,
    chosen,
    opened,
    choose: setChosenId,
    /** Chosen by the user or opened, not just the first line. */
    isExplicit: opened !== undefined || chosenId !== undefined,
    reset: () => {
      setChosenId(undefined);
      setOpened(undefined);
    },
    open: (entry: Entry | undefined) => {
      if (!entry?.actions?.length) return false;
      setOpened(entry);
      setChosenId(undefined);
      return true;
    },
    back: () => {
      setChosenId(opened?.id);
      setOpened(undefined);
    },
    move: (step: number) => {
      const at = chosen ? lines.indexOf(chosen) : -1;
      setChosenId(lines[(at + step + lines.length) % lines.length]?.id);
    },
  };
};

/** State of the palette: the text, the chosen line, the actions of a line, and its keys. */
export const usePalette = (input: { text: string; onText: (text: string) => void; onClose: () => void }) => {
  const { text, onText, onClose } = input;
  const [isWaiting, setWaiting] = useState(false);
  const { groups, isSettled, failure, words } = useGroups(text);
  const runEntry = useRunEntry();
  const choice = useChoice(groups);
  const { lines, chosen, opened, choose, open, back } = choice;

  const run = (entry: Entry | undefined, inNewTab = false) => {
    if (!entry) return;
    onClose();
    runEntry(entry, { inNewTab });
  };
  const type = (next: string) => {
    onText(next);
    choice.reset();
    setWaiting(false);
  };
  // For fast typists, Enter runs the best line for the typed text, not for an earlier one.
  const runSettled = useEffectEvent(() => run(chosen));
  useEffect(() => {
    if (isWaiting && isSettled) runSettled();
  }, [isWaiting, isSettled]);

  const enter = (inNewTab: boolean) => {
    if (isSettled || choice.isExplicit) run(chosen, inNewTab);
    else setWaiting(true);
  };
  const move = (step: number) => {
    choice.move(step);
    setWaiting(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const isHandled = press(event);
    if (isHandled) event.preventDefault();
  };
  const press = (event: KeyboardEvent): boolean => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter') enter(event.ctrlKey || event.metaKey);
    else if (event.key === 'Tab' && event.shiftKey && opened) back();
    else if (event.key === 'Tab') return opened !== undefined || open(chosen);
    else if (event.key === 'Backspace' && opened) back();
    else return false;
    return true;
  };

  return {
    text,
    type,
    words,
    groups,
    opened,
    back,
    lines,
    chosen,
    choose,
    run,
    onKeyDown,
    isSettled,
    failure,
  };
};

/** State shared by the palette's parts. */
export type PaletteState = ReturnType<typeof usePalette>;
