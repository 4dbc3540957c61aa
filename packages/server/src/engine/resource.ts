import type { AppError, FieldErrors } from '@gatehouse/contract/errors.ts';
import type { AbilityOf } from '@gatehouse/contract/resource/abilities.ts';
import type { Operation, ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import type { FieldsOf } from '@gatehouse/contract/resource/fieldsOf.ts';
import type { WireOf } from '@gatehouse/contract/resource/fieldTypes.ts';
import type {
  FilterOf,
  MadeFieldOf,
  OwnFilterOf,
  StoredRow,
  ValuesOf,
  WriteOf,
} from '@gatehouse/contract/resource/rowOf.ts';
import { standardFields } from '@gatehouse/contract/resource/standardFields.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { SQL } from 'drizzle-orm';
import type { Context } from './context.ts';

/** A row as the database holds it, keyed by field name; without a definition, of any resource. */
export type Row<D extends ResourceDefinition = ResourceDefinition> = StoredRow<D>;
/** Values of a row on their way in or out, keyed by field name. */
export type Values<D extends ResourceDefinition = ResourceDefinition> = ValuesOf<D>;
/** The body of a request as sent: with writable names, but unchecked values. */
export type Input<D extends ResourceDefinition = ResourceDefinition> = {
  readonly [K in 'id' | 'org_id' | keyof WriteOf<D>]?: unknown;
};

/** A write as its hooks see it: the stored row, the new values and the input. */
export type WriteEvent<D extends ResourceDefinition = ResourceDefinition, Extra = unknown> = {
  ctx: Context;
  before: Row<D> | undefined;
  values: Values<D> & Partial<Extra>;
  input: Input<D>;
};

/**
 * A new row about to be stored, together with the others of its request. A hook may change `values`, refuse
 * the row with `errors`, or substitute an existing row with the columns to change in it (without any, it
 * stays as it is).
 */
export type NewRow<D extends ResourceDefinition = ResourceDefinition> = {
  input: Input<D>;
  values: Values<D>;
  errors: FieldErrors | undefined;
  instead?: { row: Row<D>; changes: Values<D> };
};

/**
 * A row just stored. `values` holds what was written: defaults, the parsed input with its virtual fields, and
 * what hooks added.
 */
export type Written<D extends ResourceDefinition = ResourceDefinition, Extra = unknown> = {
  row: Row<D>;
  before: Row<D> | undefined;
  values: Values<D> & Partial<Extra>;
  input: Input<D>;
};

/** One attribute rule of a selector (protocol reference §15). */
export type AttributeRule = { name: string; match: string; value: unknown };
/** Condition of a rule on an attribute; undefined: the attribute cannot be matched this way. */
export type SelectorAttribute = (
  rule: AttributeRule,
  ctx: Context,
) => SQL | undefined | Promise<SQL | undefined>;

/** Condition of a query parameter, given the whole query. Undefined means "no condition". */
export type Filter = (
  value: string,
  ctx: Context,
  query: URLSearchParams,
) => SQL | undefined | Promise<SQL | undefined>;

type FieldName<D extends ResourceDefinition> = keyof FieldsOf<D> & string;

/** Filters a resource declares, and fields with a custom filter. */
export type Filters<D extends ResourceDefinition = ResourceDefinition> = string extends keyof D['fields']
  ? { [name: string]: Filter }
  : { [K in OwnFilterOf<D>]: Filter } & { [K in FilterOf<D>]?: Filter };

/**
 * Wire values of one field for many rows, in their order. A method, so that a variant can inherit its base's.
 */
type Made<D extends ResourceDefinition, Value> = {
  make(rows: Row<D>[], ctx: Context): Value[] | Promise<Value[]>;
}['make'];

/** Values of computed and virtual fields, and of fields shown in another form than stored. */
export type Computed<D extends ResourceDefinition = ResourceDefinition> = {
  [K in MadeFieldOf<D>]: Made<D, WireOf<FieldsOf<D>[K]>>;
} & { [K in FieldName<D>]?: Made<D, WireOf<FieldsOf<D>[K]>> };

/** The error that refuses each row, in the order of the rows; undefined for rows that are allowed. */
type Refuse<D extends ResourceDefinition> = {
  refuse(
    rows: Row<D>[],
    ctx: Context,
  ): readonly (AppError | undefined)[] | Promise<readonly (AppError | undefined)[]>;
}['refuse'];

/** Rules by what they forbid: a verb or an action on rows. The first that refuses gives the reason. */
export type Refusals<D extends ResourceDefinition = ResourceDefinition> = {
  [A in AbilityOf<D>]?: readonly Refuse<D>[];
};

type Part<Key extends string, Names, T> = [Names] extends [never] ? { [K in Key]?: T } : { [K in Key]: T };

/** What an undo is about to do, and the relations and labels of its rows that it adds or removes. */
type UndoneChange = {
  kind: 'delete' | 'update';
  links: readonly { table: string; row: { readonly [column: string]: unknown } }[];
};

/**
 * What a resource does beyond its declaration. The hooks of a write run inside its transaction. `Extra` are
 * values that `beforeWrite` passes to `afterWrite` besides those of fields.
 */
export type Behaviour<D extends ResourceDefinition = ResourceDefinition, Extra = unknown> = Hooks<D, Extra> &
  Part<'filters', OwnFilterOf<D>, Filters<D>> &
  Part<'computed', MadeFieldOf<D>, Computed<D>>;

/** The rows of a list query, wherever they are kept. */
export type Elsewhere = {
  /** The page that the query asks for, and how many rows there are. */
  page(): Promise<{ rows: Row[]; count: number }>;
  count(): Promise<number>;
  /** All rows in the order of the query, page by page. */
  all(signal: AbortSignal): AsyncIterable<Row[]>;
};

type Hooks<D extends ResourceDefinition, Extra> = {
  /** Further condition for the rows that the caller may see or change; `t` is the table's alias. */
  visibleTo?(ctx: Context): SQL | undefined | Promise<SQL | undefined>;
  /** Id of a row that a client names by something else, such as its name; undefined when there is none. */
  locate?(idOrName: string, ctx: Context): Promise<string | undefined>;
  /**
   * Number of rows a query lists, where known without counting; `narrowing` names the parameters that exclude
   * rows.
   */
  count?(query: URLSearchParams, narrowing: ReadonlySet<string>, ctx: Context): Promise<number | undefined>;
  /** The rows of a query if another system keeps some or all of them; undefined: the table has all of them. */
  elsewhere?(query: URLSearchParams, ctx: Context): Promise<Elsewhere | undefined>;
  /** Attributes that selectors may use beyond columns and relations, or with another meaning. */
  attributes?: { [name: string]: SelectorAttribute };
  /** Extra columns `order=` may name, as SQL. */
  orders?: { [name: string]: SQL };
  /** Further conditions, any of which makes a row match a search term; `pattern` is the term for `ilike`. */
  search?(pattern: string, term: string, ctx: Context): SQL[];
  /** Runs before rows are created, or read for a change, e.g. to take a lock that must come before theirs. */
  prepare?(verb: 'create' | 'update' | 'destroy', ctx: Context): void | Promise<void>;
  /**
   * Checks together the new rows that are stored at once, after `beforeWrite` has seen each; `alone` is true
   * when the request sent a single row, not a list.
   */
  beforeCreate?(rows: NewRow<D>[], ctx: Context, options: { alone: boolean }): void | Promise<void>;
  /** Which rows, of alias `t`, prevent the deletion of their organization; all by default. */
  held?(): SQL;
  /**
   * Changes or refuses values before they are stored; may return further columns. `input` is the raw body.
   */
  beforeWrite?(
    event: WriteEvent<D, Extra>,
  ): (Values<D> & Partial<Extra>) | undefined | Promise<(Values<D> & Partial<Extra>) | undefined>;
  /**
   * The mistakes in one row of a request, in the form that clients of the protocol read; `alone` is false for
   * a row of a list.
   */
  refused?(
    errors: FieldErrors,
    event: { mode: 'create' | 'replace' | 'patch'; body: Values; alone: boolean },
  ): FieldErrors;
  /**
   * Further work once rows are stored, e.g. counters and dependent rows. `before` is undefined for new rows.
   */
  afterWrite?(rows: Written<D, Extra>[], ctx: Context): void | Promise<void>;
  /** The resource's own rule for bulk deletion, instead of the general one; refuses by throwing. */
  beforeDeleteMany?(
    selection: { narrowed: boolean; matched: number; all: number },
    ctx: Context,
  ): void | Promise<void>;
  /** Refuses or prepares a deletion. */
  beforeDelete?(rows: Row<D>[], ctx: Context): void | Promise<void>;
  afterDelete?(rows: Row<D>[], ctx: Context): void | Promise<void>;
  /** Refuses an undo, by throwing, before anything of it is stored. */
  beforeUndo?(rows: Row<D>[], change: UndoneChange, ctx: Context): void | Promise<void>;
  /** Further work once an undo has stored rows; refuses by throwing. */
  restored?(rows: Row<D>[], ctx: Context): void | Promise<void>;
  /**
   * Values of parts of nested objects as they are shown, by `field.part`, made from the stored object and the
   * list that holds it.
   */
  parts?: {
    [path: string]: (
      stored: { readonly [part: string]: unknown },
      among: readonly { readonly [part: string]: unknown }[],
    ) => unknown;
  };
  /** Fields hidden from this caller. */
  hiddenFields?(ctx: Context): readonly FieldName<D>[];
  /** Stored values that the edit form changes besides readable fields, e.g. through a separate address. */
  edited?(row: Row<D>): unknown;
  /** The name of a row in relations and logs; absent: its label field. */
  display?(row: Row<D>): string;
  /** Names of rows in logs, when stored elsewhere; an empty name means the usual one. */
  logNames?(rows: Row<D>[], ctx: Context): Promise<string[]>;
  /** A title that distinguishes rows of the same name, e.g. with an address or path; absent: the name. */
  title?(row: Row<D>): string;
  /**
   * Rules about single rows beyond permissions. The routes enforce them, and a list or row requested with
   * `abilities` reports them. A check that depends on the changed values, or on other changed rows, does not
   * belong here.
   */
  refusals?: Refusals<D>;
  /** Adds to the metadata of one method, e.g. choices that depend on the query. */
  describe?(
    meta: { [K in 'id' | FieldName<D>]?: FieldMeta },
    ctx: Context,
    query: URLSearchParams,
  ): void | Promise<void>;
};

declare const definedBy: unique symbol;

/** A definition with its behaviour; `D` is the type of the definition. */
export type Resource<D extends ResourceDefinition = ResourceDefinition> = {
  /** Type only: what its rows hold. */
  readonly [definedBy]?: D;
  key: string;
  definition: ResourceDefinition;
  behaviour: Behaviour;
  /** Own, standard and (for variants) inherited fields, in the order of declaration. */
  fields: { readonly [name: string]: FieldSpec };
  /** Resource whose table holds the rows; itself unless a variant. */
  base: Resource;
  table: string;
  idKind: 'uuid' | 'integer';
  orgScoped: boolean;
};

const standardOf = (definition: ResourceDefinition) =>
  Object.fromEntries((definition.standard ?? []).map((name) => [name, standardFields[name]]));

const sharedActions = (actions: ResourceDefinition['actions']): ResourceDefinition['actions'] =>
  actions && Object.fromEntries(Object.entries(actions).filter(([, action]) => action.variants));

/**
 * A variant inherits what it does not declare, except aliases, relations, operations, permissions, the
 * condition `where`, and actions not marked for variants.
 */
const inherit = (base: ResourceDefinition, own: ResourceDefinition): ResourceDefinition => {
  const {
    aliases: _aliases,
    relations: _relations,
    operations: _operations,
    permissions: _permissions,
    where: _where,
    actions,
    ...shared
  } = base;
  return { ...shared, actions: sharedActions(actions), ...own };
};

/** Table name of a definition. */
export const tableName = (definition: { app: string; name: string }): string =>
  `${definition.app}_${definition.name}`;

/** The same entries without `Object.prototype`, because they are looked up by keys from requests. */
const bare = <T extends object>(entries: T): T => Object.assign(Object.create(null), entries);

const bareMaps = (behaviour: Behaviour): Behaviour => ({
  ...behaviour,
  ...Object.fromEntries(
    Object.entries(behaviour).flatMap(([name, part]) =>
      typeof part === 'object' ? [[name, bare(part)]] : [],
    ),
  ),
});

/**
 * Joins definitions with behaviours. Throws for a behaviour without a definition, or a variant without its
 * base.
 */
export const buildResources = (
  definitions: readonly ResourceDefinition[],
  behaviours: { readonly [key: string]: Behaviour },
): Map<string, Resource> => {
  const resources = new Map<string, Resource>();
  const bases = definitions.filter((definition) => !definition.variantOf);
  const variants = definitions.filter((definition) => definition.variantOf);
  for (const definition of [...bases, ...variants]) {
    const key = `${definition.app}.${definition.name}`;
    const base = definition.variantOf ? resources.get(definition.variantOf) : undefined;
    if (definition.variantOf && !base)
      throw new Error(`${key} is a variant of the unknown ${definition.variantOf}`);
    const resource = {
      key,
      definition: base ? inherit(base.definition, definition) : definition,
      behaviour: bareMaps({ ...base?.behaviour, ...behaviours[key] }),
      fields: bare(
        base ? { ...base.fields, ...definition.fields } : { ...definition.fields, ...standardOf(definition) },
      ),
      table: base?.table ?? tableName(definition),
      idKind: (base?.definition ?? definition).id ?? 'uuid',
      orgScoped: (base?.definition ?? definition).scope === 'org',
    } as Resource;
    resource.base = base ?? resource;
    resources.set(key, resource);
  }
  for (const key of Object.keys(behaviours))
    if (!resources.has(key)) throw new Error(`behaviour without definition: ${key}`);
  return resources;
};

/** Fields of a table: those of the base and of every variant (whose own columns are nullable). */
export const tableFields = (base: Resource, all: Iterable<Resource>): { [name: string]: FieldSpec } => {
  const fields: { [name: string]: FieldSpec } = { ...base.fields };
  for (const resource of all)
    if (resource.base === base && resource !== base)
      for (const [name, spec] of Object.entries(resource.definition.fields))
        fields[name] ??= { ...spec, nullable: true, required: false };
  return fields;
};

const allOperations: readonly Operation[] = ['list', 'retrieve', 'create', 'update', 'destroy'];

/** Operations a resource supports. */
export const operationsOf = (resource: Resource): Operation[] => [
  ...(resource.definition.operations ?? allOperations),
];

/** Permission codename of a verb on a resource. */
export const permissionOf = (resource: Resource, verb: 'view' | 'add' | 'change' | 'delete'): string =>
  resource.definition.permissions?.[verb] ??
  `${resource.definition.app}.${verb}_${resource.definition.permissionModel ?? resource.definition.name}`;

/** Text that distinguishes a row from others of its name. */
export const titleOf = (resource: Resource, row: Row): string => {
  const title = resource.behaviour.title ?? resource.base.behaviour.title;
  return title ? title(row) : nameOf(resource, row);
};

/** Start of a row's id, to distinguish rows without a name. */
export const shortId = (row: Row): string => `#${String(row.id).slice(0, 8)}`;

/** Whether a value is an object and not a list. */
export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is an object; otherwise an empty one. */
export const valuesIn = (value: unknown): Values => (isValues(value) ? value : {});

/** The entries of a list as strings; none if it is not a list. */
export const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Text that names a row. */
export const nameOf = (resource: Resource, row: Values): string => {
  const display = resource.behaviour.display ?? resource.base.behaviour.display;
  return display ? display(row as Row) : String(row[resource.definition.label] ?? row.id ?? '');
};
