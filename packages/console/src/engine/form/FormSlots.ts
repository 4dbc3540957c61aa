import type { ComponentType } from 'react';
import type { Row } from '../resource/row.ts';
import type { FormGroup, FormItem, Values } from './FormItem.ts';

/** What a form knows while it is filled. */
export type FormContext = {
  mode: 'create' | 'update';
  /** The row as loaded: the one updated, or the one cloned. */
  row: Row | undefined;
  isClone: boolean;
};

/** What a page may say about its form; everything else comes from metadata. */
export type FormSlots = {
  /** Changes of single fields, by name. */
  fields?: Record<string, Partial<FormItem>>;
  groups?: (groups: FormGroup[], context: FormContext) => FormGroup[];
  groupHelp?: Record<string, string>;
  /** Starting values of a new row, over those of the metadata. */
  initial?: Values;
  /** Last word on the values a form starts with. */
  start?: (values: Values, context: FormContext) => Values;
  /** Last word on what is sent. */
  toWire?: (body: Values, values: Values, context: FormContext) => Values | Promise<Values>;
  /** Told what is typed, for pages whose fields depend on it. */
  watch?: (values: Values) => void;
  /** Fields encrypted besides passwords, tokens, private keys and secret kinds. */
  encrypt?: readonly string[];
  /** Query of metadata and submit calls. */
  query?: Record<string, string>;
  /**
   * Sends the body in a way of its own; told whether another row is to follow, and the headers that keep a change of
   * somebody else's from being overwritten.
   */
  submit?: (
    body: Values,
    context: FormContext,
    how: { addAnother: boolean; headers: Record<string, string> },
  ) => Promise<Row>;
  /** A card beside the form that follows what is typed. */
  Panel?: ComponentType<{ values: Values }>;
  hasReset?: boolean;
  hasAddAnother?: boolean;
  canSubmit?: boolean;
  /** Where to go after a submit; the list unless told. */
  nextPath?: (row: Row, context: FormContext) => string | undefined;
};
