import { useRef } from 'react';

const TYPE_AHEAD_MS = 600;

/**
 * The next entry whose label starts with what was typed. From the second letter on, the current entry counts
 * as well. The same letter again leads to the next entry that starts with it.
 */
export const typeAhead = (
  entries: readonly { id: string; label: string }[],
  current: string | undefined,
  typed: string,
): string | undefined => {
  const at = entries.findIndex(({ id }) => id === current);
  const next = (text: string, from: number) =>
    [...entries.slice(from), ...entries.slice(0, from)].find(({ label }) =>
      label.toLowerCase().startsWith(text.toLowerCase()),
    )?.id;
  const isRepeated = [...typed].every((letter) => letter === typed[0]);
  return (
    next(typed, typed.length > 1 ? Math.max(0, at) : at + 1) ??
    (isRepeated ? next(typed.slice(0, 1), at + 1) : undefined)
  );
};

/** Collects letters that are typed in quick succession. */
export const useTyped = () => {
  const typed = useRef({ text: '', at: 0 });
  return (letter: string) => {
    const now = Date.now();
    const text = now - typed.current.at > TYPE_AHEAD_MS ? letter : typed.current.text + letter;
    typed.current = { text, at: now };
    return text;
  };
};
