import { createContext, useContext } from 'react';
import type { Row } from '../resource/row.ts';

/** What an input can access of the form around it. */
export type FormScope = {
  mode: 'create' | 'update' | 'view';
  /** The row as it was loaded. */
  row: Row | undefined;
  /** URL of the collection that the form's row belongs to. */
  url: string;
};

const Scope = createContext<FormScope>({ mode: 'create', row: undefined, url: '' });

/** Gives the inputs of a form access to its scope. */
export const FormScopeProvider = Scope.Provider;

/** The scope of the form around an input. */
export const useFormScope = (): FormScope => useContext(Scope);
