import { type ComponentType, createContext, useContext } from 'react';
import type { InputProps } from '../fields/FieldUi.ts';

/** Props of an input for related rows of one collection. */
export type RelatedInputProps = InputProps & { multiple: boolean; url: string };

/** An attribute of rows that selector rules can use. */
export type SelectorAttribute = {
  name: string;
  label: string;
  type: 'str' | 'bool' | 'm2m' | 'fk' | 'ip' | 'int' | 'select';
  /** Source of a relation's values. */
  url?: string;
  options?: { value: string; label: string }[];
  has?: boolean;
  /** Whether the table of matching rows has a column for it. */
  inTable?: boolean;
};

/** Props of a table of the matching rows. */
export type MatchesProps = {
  title: string;
  /** Name under which the table's settings are stored. */
  name: string;
  url: string;
  /** The rules as a list parameter. */
  rules: string;
  columns: readonly string[];
  onClose: () => void;
};

/** Pickers and selector attributes that resources register with the engine, by collection path. */
export type RelatedInputs = {
  inputs: Record<string, ComponentType<RelatedInputProps>>;
  selectors: Record<string, () => SelectorAttribute[]>;
  /** Shows the matching rows; without it, only their number is shown. */
  Matches?: ComponentType<MatchesProps>;
};

const Context = createContext<RelatedInputs>({ inputs: {}, selectors: {} });

/** Makes the registered pickers and selector attributes available to the forms inside. */
export const RelatedInputsProvider = Context.Provider;

/** The registered pickers and selector attributes. */
export const useRelatedInputs = (): RelatedInputs => useContext(Context);
