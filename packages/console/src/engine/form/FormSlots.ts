import type { ReactNode } from 'react';
import type { HttpError } from '../../platform/http/HttpError.ts';
import type { Row, RowIn } from '../resource/row.ts';
import type { BodyIn, FormGroup, ItemsIn, Values, ValuesIn } from './FormItem.ts';

/** What a form's slots can access. */
export type FormContext<D = Row> = ContextOf<RowIn<D, 'retrieve'>>;

type ContextOf<R> = {
  mode: 'create' | 'update';
  /** The loaded row: the one being updated or cloned. */
  row: R | undefined;
  isClone: boolean;
};

/**
 * What a page may customize in its form; everything else comes from metadata. `Own` has values that only the
 * form has.
 */
export type FormSlots<D = Row, Own = unknown> = FormSlotsOf<
  RowIn<D, 'retrieve'>,
  ValuesIn<D, Own>,
  BodyIn<D, Own>,
  ItemsIn<D, Own>
>;

/** A form as it would be sent, for panels that ask the server about it before it is saved. */
export type FormDraft = {
  /** Id of the row that it changes. */
  id: string | undefined;
  /** The body; undefined if the form has problems, which are then shown. */
  body: () => Promise<Values | undefined>;
  /** Shows on the fields why the server refused it. */
  refuse: (error: HttpError) => void;
};

type FormSlotsOf<R, V, Body, Items> = {
  /** Changes to single fields, by name. */
  fields?: Items;
  groups?(groups: FormGroup[], context: ContextOf<R>): FormGroup[];
  groupHelp?: Record<string, string>;
  /** Initial values of a new row, overriding the metadata's. */
  initial?: V;
  /** Final change to the form's initial values. */
  start?(values: V, context: ContextOf<R>): V;
  /** Final change to the body. */
  toWire?(body: V, values: V, context: ContextOf<R>): Values | Promise<Values>;
  /** Called with the values as they are typed, for pages whose fields depend on them. */
  watch?(values: V): void;
  /** Encrypted fields besides passwords, tokens, private keys and secret kinds. */
  encrypt?: readonly (keyof V & string)[];
  /** Query parameters of metadata and submit requests. */
  query?: Record<string, string>;
  /** Sends a new row in the page's own way. */
  submit?(body: Body): Promise<Row>;
  /** The form has only some of the fields: an update leaves the others as they are. */
  isPartial?: boolean;
  /** A card beside the form that shows the values as they change. */
  Panel?(props: { values: V; draft: FormDraft }): ReactNode;
  hasReset?: boolean;
  hasAddAnother?: boolean;
  canSubmit?: boolean;
  /** Where to go after saving, unless the user wants to add another row; default is the list. */
  nextPath?(row: R, context: ContextOf<R>): string | undefined;
  /** Name of the route of a saved row's page; default is `<name>Detail`. */
  detailName?: string;
};
