import { createContext, type ReactNode, useContext, useDeferredValue } from 'react';
import type { Row } from '../resource/row.ts';

/** What a cell can access of its list. */
export type ListScope = {
  url: string;
  canUpdate: boolean;
  detailPath: (row: Row) => string | undefined;
  /** Opens a row in a dialog, if the list does that. */
  onOpen: ((row: Row) => void) | undefined;
  /** Filters the list by a label. */
  onLabel: ((label: string) => void) | undefined;
  /** Position of a row in the whole list, from one. */
  placeOf: (row: Row) => number;
  refetch: () => void;
};

const Scope = createContext<ListScope | undefined>(undefined);

/** Provides the list to its cells; like them, it may update a moment after a click. */
export function ListScopeProvider({ value, children }: { value: ListScope; children: ReactNode }) {
  return <Scope value={useDeferredValue(value)}>{children}</Scope>;
}

/** The list around a cell, if any. */
export const useListScope = (): ListScope | undefined => useContext(Scope);
