import type { FieldKind } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { Rule } from 'antd/es/form';
import type { ReactNode } from 'react';
import type { FieldIn, Row, RowIn } from '../resource/row.ts';

/** Translates the engine's own texts. */
export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Props of a cell. */
export type CellProps<V = unknown, R = Row> = { value: V; row: R; name: string; meta: FieldMeta };

/** Props of a cell for a field of a definition. */
export type CellIn<D, F extends FieldIn<D>> = CellProps<RowIn<D>[F], RowIn<D>>;

/** A component that draws one value; compared as loosely as a method, see `RowIn`. */
export type Cell<V = unknown, R = Row> = { draw(props: CellProps<V, R>): ReactNode }['draw'];

/** Cells for fields of a definition, and for columns a page adds, by name. */
export type CellsIn<D, Own extends string = never> = {
  [F in FieldIn<D, 'retrieve'>]?: Cell<RowIn<D, 'retrieve'>[F], RowIn<D, 'retrieve'>>;
} & { [O in Own]?: Cell<undefined, RowIn<D, 'retrieve'>> };

/** Props of an input; the form adds accessibility attributes. */
export type InputProps<V = unknown> = {
  id?: string;
  value?: V | undefined;
  onChange?(value: V): void;
  onBlur?: () => void;
  name: string;
  meta: FieldMeta;
  disabled?: boolean;
  placeholder?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean | 'true' | 'false';
  'aria-required'?: boolean | 'true' | 'false';
};

/** A component that edits one value; compared as loosely as a method, see `RowIn`. */
export type Input<V = unknown> = { draw(props: InputProps<V>): ReactNode }['draw'];

/** One value offered by a filter. */
export type FilterChoice = { value: string; label: string };

/** Position of a value on the card that replaces a row on small screens. */
export type CardPlace = 'fact' | 'state' | 'tags' | 'time' | 'hidden';

/**
 * The console part of a kind of field, except its input: that is a separate file, so that lists load no
 * forms.
 */
export type FieldUi = {
  Cell: Cell;
  /** Values offered by a filter; without them a filter takes typed text. */
  filterChoices?: (meta: FieldMeta, t: Translate) => FilterChoice[] | undefined;
  /** The kind whose input this kind uses; a kind's own input is `<kind>/<Kind>Input.tsx`. */
  editedAs?: FieldKind;
  column: { width: number; align?: 'right'; card: CardPlace };
  /** Wire value to form value, and back. */
  toForm?: (value: unknown, meta: FieldMeta) => unknown;
  toWire?: (value: unknown, meta: FieldMeta) => unknown;
  /** Rules beyond "required". */
  rules?: (meta: FieldMeta, t: Translate) => Rule[];
  /**
   * Typed by the user: text is trimmed on blur, and a required field is not validated before its first blur.
   */
  typed?: boolean;
  /** The input always holds a value, so that its label has no mark of a required field. */
  alwaysFilled?: true;
  /** Sub-fields shown one by one instead of a single input. */
  children?: (meta: FieldMeta) => Record<string, FieldMeta> | undefined;
  /** Takes the form's full width. */
  wide?: (meta: FieldMeta) => boolean;
  /** Encrypted in the browser before it is sent. */
  secret?: boolean;
};

/**
 * The kinds that have a console part. Each `<kind>/ui.tsx` adds its own, so a kind without one does not
 * compile. Kinds that only a newer server knows fall back to the kind of their metadata type.
 */
export interface ConsoleKinds {
  computed: FieldUi;
}
