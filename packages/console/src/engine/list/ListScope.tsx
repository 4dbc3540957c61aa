import { createContext, type ReactNode, useContext, useDeferredValue } from 'react';
import type { Row } from '../resource/row.ts';

/** What a cell may ask of the list it stands in. */
export type ListScope = {
  url: string;
  canUpdate: boolean;
  detailPath: (row: Row) => string | undefined;
  /** Opens a row in a dialog, where the list does that. */
  onOpen: ((row: Row) => void) | undefined;
  /** Narrows the list to one label. */
  onLabel: ((label: string) => void) | undefined;
  /** Place of a row on the whole list, from one. */
  placeOf: (row: Row) => number;
  refetch: () => void;
};

const Scope = createContext<ListScope | undefined>(undefined);

/** Gives the cells of a list their list; like the cells, it may come a moment after what a press changes. */
export function ListScopeProvider({ value, children }: { value: ListScope; children: ReactNode }) {
  return <Scope value={useDeferredValue(value)}>{children}</Scope>;
}

/** The list around a cell, if it stands in one. */
export const useListScope = (): ListScope | undefined => useContext(Scope);
