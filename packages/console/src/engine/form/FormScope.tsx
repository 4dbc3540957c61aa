import { createContext, useContext } from 'react';
import type { Row } from '../resource/row.ts';

/** What an input can access of the form around it. */
export type FormScope = {
  mode: 'create' | 'update' | 'view';
  /** The row as it was loaded. */
  row: Row | undefined;
  /** Collection URL the form submits to. */
  url: string;
};

const Scope = createContext<FormScope>({ mode: 'create', row: undefined, url: '' });

/** Gives a form's inputs access to it. */
export const FormScopeProvider = Scope.Provider;

/** The form around an input. */
export const useFormScope = (): FormScope => useContext(Scope);
