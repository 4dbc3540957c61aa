import { type KeyboardEvent, useEffect, useId, useState } from 'react';

type Line = { id: string };

/** A field above a list of which one line is chosen: the first until the arrows or the pointer choose another. */
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
    /** The user chose a line; it is not merely the first. */
    isExplicit: chosenId !== undefined,
    optionId,
    active,
    /** Moves the choice by an arrow key, around the ends; returns whether the key did so. */
    moveBy: ({ key }: KeyboardEvent): boolean => {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
      const step = key === 'ArrowDown' ? 1 : -1;
      const at = chosen ? lines.indexOf(chosen) : -1;
      choose(lines[(at + step + lines.length) % lines.length]?.id);
      return true;
    },
  };
};

/** The choice as the parts of the list need it. */
export type Combobox = Pick<ReturnType<typeof useCombobox>, 'id' | 'active' | 'optionId'> & {
  lines: readonly Line[];
  chosen: Line | undefined;
  choose: (id: string) => void;
};
