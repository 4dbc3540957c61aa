import { type ComponentType, createContext, useContext } from 'react';
import type { InputProps } from '../fields/FieldUi.ts';

/** An input for related rows of one collection. */
export type RelatedInputProps = InputProps & { multiple: boolean; url: string };

/** One attribute a rule can speak of. */
export type SelectorAttribute = {
  name: string;
  label: string;
  type: 'str' | 'bool' | 'm2m' | 'fk' | 'ip' | 'int' | 'select';
  /** Where values of a relation come from. */
  url?: string;
  options?: { value: string; label: string }[];
  has?: boolean;
  /** A column of the table of matches. */
  inTable?: boolean;
};

/** A table of what rules match. */
export type MatchesProps = {
  title: string;
  /** Name under which the table is remembered. */
  name: string;
  url: string;
  /** The rules, as a list takes them. */
  rules: string;
  columns: readonly string[];
  onClose: () => void;
};

/** What resources teach the engine about picking their rows, by collection path. */
export type RelatedInputs = {
  inputs: Record<string, ComponentType<RelatedInputProps>>;
  selectors: Record<string, () => SelectorAttribute[]>;
  /** Shows what rules match; without it they are only counted. */
  Matches?: ComponentType<MatchesProps>;
};

const Context = createContext<RelatedInputs>({ inputs: {}, selectors: {} });

/** Makes the pickers of the resources known to every form below. */
export const RelatedInputsProvider = Context.Provider;

/** The pickers known here. */
export const useRelatedInputs = (): RelatedInputs => useContext(Context);
