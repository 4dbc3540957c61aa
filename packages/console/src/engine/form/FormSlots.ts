import type { ReactNode } from 'react';
import type { Row, RowIn } from '../resource/row.ts';
import type { FormGroup, ItemsIn, Values, ValuesIn } from './FormItem.ts';

/** What a form knows while it is filled. */
export type FormContext<D = Row> = ContextOf<RowIn<D, 'retrieve'>>;

type ContextOf<R> = {
  mode: 'create' | 'update';
  /** The row as loaded: the one updated, or the one cloned. */
  row: R | undefined;
  isClone: boolean;
};

/**
 * What a page may say about the form of its definition; everything else comes from metadata. `Own` has the values that
 * only the form knows.
 */
export type FormSlots<D = Row, Own = unknown> = FormSlotsOf<
  RowIn<D, 'retrieve'>,
  ValuesIn<D, Own>,
  ItemsIn<D, Own>
>;

type FormSlotsOf<R, V, Items> = {
  /** Changes of single fields, by name. */
  fields?: Items;
  groups?(groups: FormGroup[], context: ContextOf<R>): FormGroup[];
  groupHelp?: Record<string, string>;
  /** Starting values of a new row, over those of the metadata. */
  initial?: V;
  /** Last word on the values a form starts with. */
  start?(values: V, context: ContextOf<R>): V;
  /** Last word on what is sent. */
  toWire?(body: V, values: V, context: ContextOf<R>): Values | Promise<Values>;
  /** Told what is typed, for pages whose fields depend on it. */
  watch?(values: V): void;
  /** Fields encrypted besides passwords, tokens, private keys and secret kinds. */
  encrypt?: readonly (keyof V & string)[];
  /** Query of metadata and submit calls. */
  query?: Record<string, string>;
  /**
   * Sends the body in a way of its own; told whether another row is to follow, and the headers that keep a change of
   * somebody else's from being overwritten.
   */
  submit?(
    body: V,
    context: ContextOf<R>,
    how: { addAnother: boolean; headers: Record<string, string> },
  ): Promise<Row>;
  /** A card beside the form that follows what is typed. */
  Panel?(props: { values: V }): ReactNode;
  hasReset?: boolean;
  hasAddAnother?: boolean;
  canSubmit?: boolean;
  /** Where to go after a submit; the list unless told. */
  nextPath?(row: R, context: ContextOf<R>): string | undefined;
};
