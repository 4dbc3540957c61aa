import { type KeyboardEvent, useEffect, useId, useState } from 'react';

type Line = { id: string };

/**
 * Logic of a field above a list in which one line is chosen: the first, until arrow keys or the pointer
 * choose another.
 */
export const useCombobox = <L extends Line>(lines: readonly L[]) => {
  const id = useId();
  const [chosenId, choose] = useState<string>();
  const chosen = lines.find((line) => line.id === chosenId) ?? lines[0];
  const optionId = (line: Line) => `${id}-${line.id}`;
  const active = chosen && optionId(chosen);
  useEffect(() => {
    const line = active ? document.getElementById(active) : null;
    line?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return {
    id,
    lines,
    chosen,
    choose,
    /** Whether the user has chosen a line; without that, the first counts as chosen. */
    isExplicit: chosenId !== undefined,
    optionId,
    active,
    /**
     * If the key is an up or down arrow, chooses the previous or next line, wrapping at the ends; returns
     * whether it is.
     */
    moveBy: ({ key }: KeyboardEvent): boolean => {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
      const step = key === 'ArrowDown' ? 1 : -1;
      const at = chosen ? lines.indexOf(chosen) : -1;
      choose(lines[(at + step + lines.length) % lines.length]?.id);
      return true;
    },
  };
};

/** What the parts of a combobox need to know. */
export type Combobox = Pick<ReturnType<typeof useCombobox>, 'id' | 'active' | 'optionId'> & {
  lines: readonly Line[];
  chosen: Line | undefined;
  choose: (id: string) => void;
};
