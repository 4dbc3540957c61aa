import type { Operation, ResourceDefinition } from './defineResource.ts';
import type { BaseOf, FieldsOf, VariantFieldsOf } from './fieldsOf.ts';
import type { InputOf, ParsedOf, StoredOf, WireOf } from './fieldTypes.ts';

/** A row of an unknown resource. */
export type AnyRow = { id: string | number; [field: string]: unknown };

/** How a row was read: lists and single rows differ in the fields they carry. */
export type ReadPurpose = 'list' | 'retrieve';

/** True when a definition is not known literally. */
type IsGeneral<D extends ResourceDefinition> = string extends keyof D['fields'] ? true : false;

type Unsent = { writeOnly: true } | { hidden: true } | { kind: 'secret' };

type SentAs<F, Purpose extends ReadPurpose> = F extends Unsent
  ? 'never'
  : F extends { on: infer On extends ReadPurpose }
    ? [Purpose] extends [On]
      ? 'always'
      : On extends Purpose
        ? 'sometimes'
        : 'never'
    : 'always';

type Organization<D> = BaseOf<D> extends { scope: 'org' } ? { org_id: string; org_name: string } : unknown;

type Sent<Fields, Purpose extends ReadPurpose> = {
  -readonly [K in keyof Fields as SentAs<Fields[K], Purpose> extends 'always' ? K : never]: WireOf<Fields[K]>;
} & {
  -readonly [K in keyof Fields as SentAs<Fields[K], Purpose> extends 'sometimes' ? K : never]?: WireOf<
    Fields[K]
  >;
};

/**
 * A row as sent on the wire. With a purpose it is a list row or a single row; without, fields that only one
 * of them carries may be absent.
 */
export type RowOf<D extends ResourceDefinition, Purpose extends ReadPurpose = ReadPurpose> =
  IsGeneral<D> extends true
    ? AnyRow
    : { id: BaseOf<D> extends { id: 'integer' } ? number : string } & Sent<FieldsOf<D>, Purpose> &
        Organization<D>;

type HasColumn<F> = F extends { virtual: true }
  ? false
  : F extends { kind: 'refs' | 'amount' | 'labels' | 'computed' }
    ? false
    : true;

type Columns<Fields> = {
  -readonly [K in keyof Fields as HasColumn<Fields[K]> extends true ? K : never]: StoredOf<Fields[K]>;
};

/** A row of any resource as the database holds it. */
export type AnyStoredRow = { id: string; [field: string]: unknown };

/**
 * A row as the database holds it, with `id` as text. The table of a base with variants also has the columns
 * of its variants, null in rows of other variants.
 */
export type StoredRow<D extends ResourceDefinition> =
  IsGeneral<D> extends true
    ? AnyStoredRow
    : { id: string } & Columns<FieldsOf<D>> & {
          [K in Exclude<keyof Columns<VariantFieldsOf<BaseOf<D>>>, keyof FieldsOf<D>>]:
            | Columns<VariantFieldsOf<BaseOf<D>>>[K]
            | null;
        } & (BaseOf<D> extends { scope: 'org' } ? { org_id: string } : unknown);

/** Values of a row between request and database: only what was sent or is set by the server. */
export type ValuesOf<D extends ResourceDefinition> =
  IsGeneral<D> extends true
    ? { [field: string]: unknown }
    : { id?: string | number; org_id?: string } & {
        -readonly [K in keyof FieldsOf<D> as FieldsOf<D>[K] extends { kind: 'amount' | 'computed' }
          ? never
          : K]?: ParsedOf<FieldsOf<D>[K]> | undefined;
      };

type Unwritable = { readOnly: true } | { hidden: true } | { kind: 'amount' | 'computed' };
type Demanded<F> = F extends { required: true } ? (F extends { default: unknown } ? false : true) : false;
type InputFields<Fields, Needed extends boolean> = {
  -readonly [K in keyof Fields as Fields[K] extends Unwritable
    ? never
    : Demanded<Fields[K]> extends Needed
      ? K
      : never]: InputOf<Fields[K]>;
};

/** What a client may send: at least the required fields to create a row, any of its fields to change it. */
export type WriteOf<D extends ResourceDefinition, Verb extends 'create' | 'change' = 'create'> =
  IsGeneral<D> extends true
    ? { [field: string]: unknown }
    : Verb extends 'create'
      ? { id?: string | number; org_id?: string } & InputFields<FieldsOf<D>, true> &
          Partial<InputFields<FieldsOf<D>, false>>
      : Partial<InputFields<FieldsOf<D>, true> & InputFields<FieldsOf<D>, false>>;

/** Names of the declared actions; a variant without its own uses those of its base. */
export type ActionOf<D extends ResourceDefinition> = D extends { actions: infer Actions }
  ? keyof Actions & string
  : BaseOf<D> extends { actions: infer Inherited }
    ? keyof Inherited & string
    : never;

type FilteredFields<Fields> = keyof {
  -readonly [K in keyof Fields as Fields[K] extends { filter: true } ? K : never]: unknown;
} &
  string;

/**
 * Query parameters specific to a resource: fields with `filter`, filters it declares, and the bounds of its
 * `range`.
 */
export type FilterOf<D extends ResourceDefinition> =
  | FilteredFields<FieldsOf<D>>
  | OwnFilterOf<D>
  | (BaseOf<D> extends { range: string } ? 'date_from' | 'date_to' : never);

/** Declared filters that are not fields; the server's behaviour gives them meaning. */
export type OwnFilterOf<D extends ResourceDefinition> = D extends {
  filters: readonly (infer Name extends string)[];
}
  ? Name
  : BaseOf<D> extends { filters: readonly (infer Name extends string)[] }
    ? Name
    : never;

/**
 * Names of the readable fields that are computed or virtual; the resource's behaviour supplies their values.
 */
export type MadeFieldOf<D extends ResourceDefinition> = keyof {
  -readonly [K in keyof FieldsOf<D> as FieldsOf<D>[K] extends { writeOnly: true }
    ? never
    : FieldsOf<D>[K] extends { kind: 'computed' } | { virtual: true }
      ? K
      : never]: unknown;
} &
  string;

type Verbs = { list: 'view'; retrieve: 'view'; create: 'add'; update: 'change'; destroy: 'delete' };
type ModelOf<D extends ResourceDefinition> = D extends { permissionModel: infer Model extends string }
  ? Model
  : D['name'];

/** Permissions that the operations of a resource require. */
export type PermissionOf<D extends ResourceDefinition, Verb extends Verbs[Operation] = Verbs[Operation]> = {
  [V in Verb]: D extends { permissions: { [K in V]: infer Own extends string } }
    ? Own
    : `${D['app']}.${V}_${ModelOf<D>}`;
}[Verb];
