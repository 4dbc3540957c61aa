import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { isComposing } from '../../platform/keys/isComposing.ts';
import { useCombobox } from '../../theme/kit/combobox/useCombobox.ts';
import type { Entry } from './Entry.ts';
import { useGroups } from './useGroups.ts';
import { useRunEntry } from './useRunEntry.ts';

/** The selected line, and the line whose actions are open. */
const useChoice = (groups: ReturnType<typeof useGroups>['groups']) => {
  const [opened, setOpened] = useState<Entry>();
  const lines = opened ? (opened.actions ?? []) : groups.flatMap((group) => group.entries);
  const combobox = useCombobox(lines);
  const { choose } = combobox;
  const show = (entry: Entry | undefined, chosen?: string) => {
    setOpened(entry);
    choose(chosen);
  };
  return {
    combobox,
    opened,
    isExplicit: opened !== undefined || combobox.isExplicit,
    reset: () => show(undefined),
    open: (entry: Entry | undefined) => {
      if (!entry?.actions?.length) return false;
      show(entry);
      return true;
    },
    back: () => show(undefined, opened?.id),
  };
};

/** State of the palette, and its handling of keys. */
export const usePalette = (input: { text: string; onText: (text: string) => void; onClose: () => void }) => {
  const { text, onText, onClose } = input;
  const [isWaiting, setWaiting] = useState(false);
  const { groups, isSettled, failure, words } = useGroups(text);
  const runEntry = useRunEntry();
  const choice = useChoice(groups);
  const { combobox, opened, open, back } = choice;
  const { lines, chosen } = combobox;

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
  // If Enter is pressed before the results are there, it runs the first line for the typed text once they
  // are.
  const runSettled = useEffectEvent(() => run(chosen));
  useEffect(() => {
    if (isWaiting && isSettled) runSettled();
  }, [isWaiting, isSettled]);

  const enter = (inNewTab: boolean) => {
    if (isSettled || choice.isExplicit) run(chosen, inNewTab);
    else setWaiting(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const isHandled = press(event);
    if (isHandled) event.preventDefault();
  };
  const press = (event: KeyboardEvent): boolean => {
    if (combobox.moveBy(event)) setWaiting(false);
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
    combobox,
    run,
    onKeyDown,
    isSettled,
    failure,
  };
};

/** State shared by the palette's parts. */
export type PaletteState = ReturnType<typeof usePalette>;
