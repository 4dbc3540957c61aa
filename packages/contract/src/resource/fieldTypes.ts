import type { Definitions } from '../resources/all.ts';
import type { AnswerType, FieldKind, KindValues, NestedFields } from './fields.ts';
import type { FieldsOf } from './fieldsOf.ts';

/** A labelled value on the wire. */
export type Labelled<V = string> = { value: V; label: string };

/** JSON selector value (protocol reference §15). */
export type Selector =
  | { type: 'all' }
  | { type: 'ids'; ids: string[] }
  | { type: 'attrs'; attrs: { name: string; match?: string; value: unknown; rel?: string }[] };

/** Writes a derived type out in full, so that editors show its fields. */
type Flat<T> = { [K in keyof T]: T[K] };

type OrNull<F, V> = F extends { nullable: true } ? V | null : V;

type Choice<F> = F extends { bool: true }
  ? boolean
  : F extends { choices: readonly (infer V extends string | number)[] }
    ? F extends { open: true }
      ? V | (string & {})
      : V
    : string | number | boolean;

type Bit<F> = F extends { bits: readonly (infer V extends string)[] } ? V : string;

type Target<F> = F extends { to: infer To extends keyof Definitions } ? Definitions[To] : undefined;

type IdOf<D> = D extends { id: 'integer' } ? number : D extends undefined ? string | number : string;

type AttributesOf<F, D> = F extends { attrs: readonly (infer A extends string)[] }
  ? A
  : D extends { label: infer L extends string }
    ? L
    : string;

type AttributeOf<D, A> = D extends { fields: object }
  ? FieldsOf<D> extends { [K in A & string]: infer F }
    ? WireOf<F>
    : string
  : unknown;

/** A related row on the wire: its id and the attributes its field names. */
export type RelatedOf<F> = Flat<
  { id: IdOf<Target<F>> } & { [A in Exclude<AttributesOf<F, Target<F>>, 'id'>]: AttributeOf<Target<F>, A> }
>;

type Entry<F, Parts> = F extends { open: true } ? Parts & { [name: string]: unknown } : Parts;
type OneOrMany<F, V> = F extends { many: true } ? V[] : V;
type PartsOf<F> = F extends { fields: infer Fields extends NestedFields } ? Fields : NestedFields;

type Parts<Fields extends NestedFields> = {
  -readonly [K in keyof Fields as Fields[K] extends { writeOnly: true } ? never : K]: WireOf<Fields[K]>;
};

type ComputedTypes = {
  string: string;
  integer: number;
  boolean: boolean;
  datetime: string | null;
  labeled_choice: Labelled | null;
  object_related_field: { id: string | number; name?: string } | null;
  m2m_related_field: { id: string | number; name?: string }[];
  list: unknown[];
  field: unknown;
  json: unknown;
};

type WireTypes<F> = {
  choice: OrNull<
    F,
    F extends { plain: true }
      ? Choice<F>
      : Labelled<F extends { numbers: readonly number[] } ? number : Choice<F>>
  >;
  choices: Labelled<Choice<F>>[];
  ref: OrNull<F, F extends { plain: true } ? IdOf<Target<F>> : RelatedOf<F>>;
  refs: RelatedOf<F>[];
  bits: Labelled<Bit<F>>[];
  selector: Selector;
  nested: OrNull<F, OneOrMany<F, Entry<F, Parts<PartsOf<F>>>>>;
  computed: F extends { as: infer As extends keyof ComputedTypes } ? ComputedTypes[As] : unknown;
};

/** Kinds whose types depend on the options of the field. */
type Dependent = Exclude<FieldKind, keyof KindValues>;

/** A field's value as the wire carries it. */
export type WireOf<F> = F extends { [answer in AnswerType]: infer T }
  ? T
  : F extends { kind: infer K extends FieldKind }
    ? K extends keyof KindValues
      ? OrNull<F, KindValues[K]['wire']>
      : WireTypes<F>[K & Dependent]
    : never;

/** Inside stored JSON a part keeps the type it was parsed to: numbers stay numbers. */
type JsonTypes<F> = Omit<WireTypes<F>, 'choice' | 'choices' | 'nested'> & {
  choice: OrNull<F, Choice<F>>;
  choices: Choice<F>[];
  nested: StoredNested<F>;
};

type JsonOf<F> = F extends { kind: infer K extends FieldKind }
  ? K extends keyof KindValues
    ? OrNull<F, KindValues[K]['wire']>
    : JsonTypes<F>[K & Dependent]
  : never;

/** Parts that only the server writes may be missing. */
type JsonParts<Fields extends NestedFields> = {
  -readonly [K in keyof Fields as Fields[K] extends { kind: 'computed' } | { readOnly: true }
    ? never
    : K]: JsonOf<Fields[K]>;
} & {
  -readonly [K in keyof Fields as Fields[K] extends { kind: 'computed' }
    ? never
    : Fields[K] extends { readOnly: true }
      ? K
      : never]?: JsonOf<Fields[K]>;
};

type StoredNested<F> = OrNull<F, OneOrMany<F, Entry<F, JsonParts<PartsOf<F>>>>>;

type StoredTypes<F> = {
  choice: OrNull<F, F extends { int: true } ? `${Choice<F> & number}` : Choice<F>>;
  choices: Choice<F>[];
  ref: OrNull<F, string>;
  refs: never;
  bits: string;
  selector: Selector;
  nested: StoredNested<F>;
  computed: never;
};

/** A field's value as the database holds it. */
export type StoredOf<F> = F extends { kind: 'json' } & { [answer in AnswerType]: infer T }
  ? T
  : F extends { kind: infer K extends FieldKind }
    ? K extends keyof KindValues
      ? OrNull<F, KindValues[K]['stored']>
      : StoredTypes<F>[K & Dependent]
    : never;

type ParsedTypes<F> = Omit<StoredTypes<F>, 'choice' | 'refs' | 'bits'> & {
  choice: OrNull<F, Choice<F>>;
  refs: string[];
  bits: number;
};

/** A field's value after parsing a request, on its way into the database. */
export type ParsedOf<F> = F extends { kind: 'json' } & { [answer in AnswerType]: infer T }
  ? T
  : F extends { kind: infer K extends FieldKind }
    ? K extends keyof KindValues
      ? OrNull<F, KindValues[K]['parsed']>
      : ParsedTypes<F>[K & Dependent]
    : never;

/** The ways a request may name a related row. */
export type Reference =
  | string
  | number
  | { id: string | number }
  | { pk: string | number }
  | { name: string };

type InputParts<Fields extends NestedFields> = {
  -readonly [K in keyof Fields as Fields[K] extends { readOnly: true } ? never : K]?: InputOf<Fields[K]>;
};

/** A choice as a client names it. */
type Named<F> = F extends { numbers: readonly number[] } ? Choice<F> | number : Choice<F>;

type InputTypes<F> = {
  choice: OrNull<F, Named<F> | { value: Named<F> }>;
  choices: readonly (Choice<F> | { value: Choice<F> })[];
  ref: OrNull<F, Reference>;
  refs: readonly Reference[];
  bits: readonly (Bit<F> | 'all' | { value: Bit<F> })[];
  selector: Selector;
  nested: OrNull<F, OneOrMany<F, Entry<F, InputParts<PartsOf<F>>>>>;
  computed: never;
};

/** What a client may send for a field. */
export type InputOf<F> = F extends { kind: infer K extends FieldKind }
  ? K extends keyof KindValues
    ? OrNull<F, KindValues[K]['input']>
    : InputTypes<F>[K & Dependent]
  : never;
