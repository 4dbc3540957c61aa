import type { HTMLAttributes, InputHTMLAttributes, Ref } from 'react';
import type { Combobox } from './useCombobox.ts';

type InputProps = InputHTMLAttributes<HTMLInputElement> & { of: Combobox; ref?: Ref<HTMLInputElement> };

/** The field of a combobox. It keeps the focus while arrow keys move through the list. */
export const ComboboxInput = ({ of, ...rest }: InputProps) => (
  <input
    {...rest}
    role="combobox"
    aria-autocomplete="list"
    aria-expanded={of.lines.length > 0}
    aria-controls={of.id}
    aria-activedescendant={of.active}
    autoComplete="off"
    spellCheck={false}
  />
);

/** The list of a combobox. */
export const ComboboxList = ({ of, ...rest }: HTMLAttributes<HTMLDivElement> & { of: Combobox }) => (
  <div {...rest} id={of.id} role="listbox" />
);

type OptionProps = HTMLAttributes<HTMLDivElement> & { of: Combobox; line: { id: string } };

/** A line of the list. The pointer chooses it, but the focus stays in the field. */
export const ComboboxOption = ({ of, line, ...rest }: OptionProps) => (
  <div
    {...rest}
    id={of.optionId(line)}
    role="option"
    tabIndex={-1}
    aria-selected={line === of.chosen}
    onPointerMove={() => line !== of.chosen && of.lines.includes(line) && of.choose(line.id)}
    onMouseDown={(event) => event.preventDefault()}
  />
);
