import { createContext, type ReactNode, useContext, useDeferredValue } from 'react';
import type { Row } from '../resource/row.ts';

/** What a cell can access of its list. */
export type ListScope = {
  url: string;
  canUpdate: boolean;
  detailPath: (row: Row) => string | undefined;
  /** Opens a row in a dialog; undefined if the list has none. */
  onOpen: ((row: Row) => void) | undefined;
  /** Filters the list by a label. */
  onLabel: ((label: string) => void) | undefined;
  /** Position of a row in the whole list, from one. */
  placeOf: (row: Row) => number;
  refetch: () => void;
};

const Scope = createContext<ListScope | undefined>(undefined);

/**
 * Gives the cells access to their list. Deferred like the cells themselves, so that the effect of a click
 * shows first.
 */
export function ListScopeProvider({ value, children }: { value: ListScope; children: ReactNode }) {
  return <Scope value={useDeferredValue(value)}>{children}</Scope>;
}

/** The list around a cell, if any. */
export const useListScope = (): ListScope | undefined => useContext(Scope);
