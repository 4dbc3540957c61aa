import type { DayPeriod } from '../acls/timePeriod.ts';
import type { MetaType } from '../wire/options.ts';

/**
 * The kinds of field a resource can declare, as data. Each kind has one server half
 * (`server/src/engine/fields/<kind>/<kind>.ts`) and one console half (`console/src/engine/fields/<kind>/`).
 */

/**
 * What OPTIONS says about a field in place of its own words, because clients of the protocol expect that. The
 * server does as the field says, and our own clients read that (`FieldMeta.own`).
 */
export type ToldWords = {
  type?: MetaType;
  required?: boolean;
  readOnly?: boolean;
  /** Values of a choice; their labels are in the locale file. */
  choices?: readonly (string | number)[];
  /** Parts of an object: fields of another resource or the parts of one of its objects, and further ones. */
  like?: PartsLike;
  fields?: NestedFields;
};

/** Some fields of a resource, or all parts of its object `within`; `writable` tells all as writable. */
export type PartsLike = { resource: string; writable?: true } & (
  | { fields: readonly string[] }
  | { within: string }
);

/** Words for every block of OPTIONS, and those that differ by block. */
export type Told = ToldWords & { list?: ToldWords; retrieve?: ToldWords; write?: ToldWords };

/** Options of every field, whatever its kind. */
export type FieldCommon = {
  /** Must be present and non-empty on create; shown with a star. */
  required?: boolean;
  /** Must be present in PUT, although a new row may leave it out, or it is kept as it is. */
  requiredToReplace?: boolean;
  /** Null is stored and accepted; without it an absent value takes the kind's empty value. */
  nullable?: boolean;
  /** Never writable by a client. */
  readOnly?: boolean;
  /** Accepted but never sent back. */
  writeOnly?: boolean;
  /** Writable on create only; silently kept on update. */
  createOnly?: boolean;
  /** Restricts the read operations that send it; default both. */
  on?: 'list' | 'retrieve';
  /** Smallest `fields_size` that still carries it. */
  size?: 'mini' | 'small';
  /** Takes part in `search=`: contains, starts with, or equals. */
  search?: 'contains' | 'prefix' | 'exact';
  /** `?field=` filters exactly on it (by id for relations). */
  filter?: boolean;
  /** `?order=` may name it; plain columns are orderable unless set to false. */
  order?: boolean;
  /** Left out of file exports. */
  noExport?: boolean;
  /** A `help` text exists for it in the locale file. */
  help?: boolean;
  /** Kept out of operate-log diffs. */
  noDiff?: boolean;
  /** A value of the server's own: stored (or computed), never sent, never accepted, in no metadata. */
  hidden?: boolean;
  /**
   * No column: validated and described like its kind, but the server's behaviour reads and writes the value.
   */
  virtual?: boolean;
  /** Other words in OPTIONS. */
  told?: Told;
  /** Value when absent on create (scalars and lists; `now` and `never` for datetimes, `all` for bits). */
  default?: string | number | boolean | readonly string[] | null;
};

/** One branch or leaf of a bit set's tree; branches carry children and group the leaves. */
export type BitNode = { value: string; children?: readonly BitNode[] };

/** Sub-fields of a nested object, by name. */
export type NestedFields = { readonly [name: string]: FieldSpec };

type Of<K extends string, Extra = unknown> = FieldCommon & { kind: K } & Extra;

/**
 * A line of text; `multiline` or no `max` makes it a text area; `encrypted` stores it encrypted, although it
 * is still read back.
 */
export type TextField = Of<
  'text',
  {
    max?: number;
    min?: number;
    multiline?: boolean;
    format?: 'email' | 'slug' | 'url';
    /** A host name, an address or a URL: no spaces, and digits and dots alone are an IPv4 address. */
    isHost?: boolean;
    encrypted?: boolean;
  }
>;
export type IntegerField = Of<'integer', { min?: number; max?: number }>;
export type FloatField = Of<'float', { min?: number; max?: number }>;
export type BooleanField = Of<'boolean'>;
/** UTC instant; wire form `YYYY/MM/DD HH:mm:ss ±ZZZZ`. */
export type DatetimeField = Of<'datetime'>;
/**
 * Labelled choice `{value,label}`; `plain` sends the raw value; `int` stores whole numbers, `bool` (choices
 * 'true' and 'false') booleans; `open` accepts values beyond the choices, whose label is the value. With
 * `numbers`, one for each choice, clients read these and may send either.
 */
export type ChoiceField = Of<
  'choice',
  {
    choices: readonly (string | number)[];
    numbers?: readonly number[];
    plain?: boolean;
    int?: boolean;
    bool?: boolean;
    open?: boolean;
  }
>;
/** Several labelled choices. */
export type ChoicesField = Of<'choices', { choices: readonly string[] }>;
/** Several short strings. */
export type ListField = Of<'list', { maxItem?: number; maxItems?: number }>;
/** Free JSON. */
export type JsonField = Of<'json'>;
/** Uuid without relation semantics on the wire. */
export type UuidField = Of<'uuid'>;
/** One related row, `{id, ...attrs}` on the wire; `plain` sends the bare id. */
export type RefField = Of<
  'ref',
  { to: string; attrs?: readonly string[]; plain?: boolean; onDelete?: 'cascade' | 'setNull' | 'protect' }
>;
/**
 * Many related rows. Stored in a join table owned by this side, or seen from the other side: `inverse` names
 * the field of `to` that owns the join table, `reverse` the `ref` column of `to` that points here.
 */
export type RefsField = Of<
  'refs',
  {
    to: string;
    attrs?: readonly string[];
    inverse?: string;
    reverse?: string;
    /** Variant of `to` whose rows are left out; another field relates to them. */
    except?: string;
    /** Ids of rows that the caller cannot refer to are left out instead of refused. */
    dropsUnknown?: true;
    /** Maximum number of rows in one request; default 10,000. */
    maxItems?: number;
  }
>;
/** Number of rows in a `refs` field of the same resource; read only. */
export type AmountField = Of<'amount', { of: string }>;
/** `key:value` labels bound through labels.labeledresource. */
export type LabelsField = Of<'labels'>;
/** Encrypted at rest, never read back; accepts `keypart:cipher`. */
export type SecretField = Of<'secret', { max?: number }>;
/** Phone number `{code, phone}`. */
export type PhoneField = Of<'phone'>;
/**
 * Set of named bits stored as one integer (the first of `bits` is 1, the next 2, then 4 …), `[{value,label}]`
 * on the wire.
 */
export type BitsField = Of<'bits', { bits: readonly string[]; tree: readonly BitNode[] }>;
/** JSON selector all / ids / attrs over another resource (protocol reference §15). */
export type SelectorField = Of<'selector', { to: string }>;
/** A list whose entries are `*`, addresses, CIDR blocks or `a-b` ranges. */
export type IpGroupField = Of<'ipGroup'>;
/** Half-hours of the week; none: always. */
export type TimePeriodField = Of<'timePeriod'>;
/**
 * Nested object, or a list of them with `many`; stored as JSON. `open` accepts unknown keys; `cell` names the
 * two fields that represent an entry in files, as `first/second`. `like` says which fields of another
 * resource an entry may carry; that resource validates them when its row is created.
 */
export type NestedField = Of<
  'nested',
  {
    fields: NestedFields;
    many?: boolean;
    open?: boolean;
    cell?: readonly [string, string];
    like?: { resource: string; fields: readonly string[] };
    /** Parts by the type of the row; the server's behaviour checks and describes those of its type. */
    shapes?: { readonly [type: string]: NestedFields };
    /** Parts that OPTIONS mentions for clients of the protocol; the server heeds none of them. */
    mentions?: NestedFields;
  }
>;
/**
 * Times as five cron fields, at least ten minutes apart; takes precedence over an interval in the same row.
 */
export type CrontabField = Of<'crontab'>;
/** Whole hours between runs. */
export type IntervalField = Of<'interval'>;
/** A value computed by the server; `as` is the metadata type a client sees. */
export type ComputedField = Of<
  'computed',
  {
    as:
      | 'string'
      | 'integer'
      | 'boolean'
      | 'datetime'
      | 'labeled_choice'
      | 'object_related_field'
      | 'm2m_related_field'
      | 'list'
      | 'field'
      | 'json';
  }
>;

type Values<Wire, Stored = Wire, Input = Wire, Parsed = Stored> = {
  wire: Wire;
  stored: Stored;
  input: Input;
  parsed: Parsed;
};

/** A phone number on the wire. */
type Phone = { code: string; phone: number | string };

/**
 * Types of the values of each kind: on the wire, in the database, in a request and as parsed from it. A kind
 * whose types depend on its options has them in `fieldTypes.ts` instead. PostgreSQL's bigint and timestamps
 * arrive as text.
 */
export type KindValues = {
  text: Values<string>;
  integer: Values<number, string, number, number>;
  float: Values<number>;
  boolean: Values<boolean>;
  datetime: Values<string>;
  list: Values<string[], string[], readonly string[]>;
  json: Values<unknown>;
  uuid: Values<string>;
  amount: Values<number, never, never>;
  labels: Values<string[], never, readonly string[], string[]>;
  secret: Values<never, string | null, string | null>;
  phone: Values<Phone, string | null, string | Phone | null>;
  ipGroup: Values<string[], string[], readonly string[]>;
  timePeriod: Values<DayPeriod[], DayPeriod[], readonly DayPeriod[]>;
  crontab: Values<string>;
  interval: Values<number, string, number, number>;
};

/** Any field of any kind. */
export type FieldSpec =
  | TextField
  | IntegerField
  | FloatField
  | BooleanField
  | DatetimeField
  | ChoiceField
  | ChoicesField
  | ListField
  | JsonField
  | UuidField
  | RefField
  | RefsField
  | AmountField
  | LabelsField
  | SecretField
  | PhoneField
  | BitsField
  | SelectorField
  | IpGroupField
  | TimePeriodField
  | NestedField
  | CrontabField
  | IntervalField
  | ComputedField;

/** Name of a kind. */
export type FieldKind = FieldSpec['kind'];

/** The field type of one kind. */
export type FieldOf<K extends FieldKind> = Extract<FieldSpec, { kind: K }>;

type Options<F extends FieldSpec> = Omit<F, 'kind'>;
const make =
  <K extends FieldKind>(kind: K) =>
  <const O extends Options<FieldOf<K>>>(options?: O) =>
    ({ kind, ...options }) as unknown as { kind: K } & O;

declare const answerType: unique symbol;
/** Key under which a field carries the type of its value; exists only at compile time. */
export type AnswerType = typeof answerType;

/** A field that a resource sends in another form than its kind does; `T` is what its rows carry. */
export const shownAs =
  <T>() =>
  <F extends FieldSpec>(shown: F) =>
    shown as F & { [answer in AnswerType]: T };

/** The builder of a kind whose options do not determine the type of its value; `of<T>()` states it. */
const makeOpen = <K extends 'computed' | 'json'>(kind: K) =>
  Object.assign(make(kind), {
    of:
      <T>() =>
      <const O extends Options<FieldOf<K>>>(options: O) =>
        ({ kind, ...options }) as unknown as { kind: K } & O & { [answer in AnswerType]: T },
  });

/** Builders, one per kind: `field.text({ required: true, max: 128 })`. */
export const field = {
  text: make('text'),
  integer: make('integer'),
  float: make('float'),
  boolean: make('boolean'),
  datetime: make('datetime'),
  choice: make('choice'),
  choices: make('choices'),
  list: make('list'),
  json: makeOpen('json'),
  uuid: make('uuid'),
  ref: make('ref'),
  refs: make('refs'),
  amount: make('amount'),
  labels: make('labels'),
  secret: make('secret'),
  phone: make('phone'),
  bits: make('bits'),
  selector: make('selector'),
  ipGroup: make('ipGroup'),
  timePeriod: make('timePeriod'),
  nested: make('nested'),
  crontab: make('crontab'),
  interval: make('interval'),
  computed: makeOpen('computed'),
} satisfies Record<FieldKind, unknown>;
