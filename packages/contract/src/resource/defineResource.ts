import type { CallShape, ShownSpec } from '../call/defineCall.ts';
import type { FieldSpec } from './fields.ts';
import type { StandardField } from './standardFields.ts';

/** What a request may do with a resource. */
export type Operation = 'list' | 'retrieve' | 'create' | 'update' | 'destroy';

/** How freshly, and with what, a person must have proved who they are. */
export type ConfirmLevel = 'relogin' | 'password' | 'mfa';

/**
 * A verb of its own on a row (`{id}/<path>/`) or on the collection (`<path>/`): a call whose address comes from its
 * resource. What it takes and answers is declared like that of any call.
 */
export type ActionSpec = Partial<CallShape> & {
  on: 'row' | 'collection';
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path segment(s) after the row or the collection, without slashes at the ends. */
  path: string;
  /** Permission codename (`app.codename`), `a|b` for either, or `validUser` / `superuser`. */
  permission: string;
  /** Confirmation level asked before it runs (412 otherwise). */
  confirm?: ConfirmLevel;
  /** Variants that declare no actions of their own serve it as well, under their addresses. */
  variants?: true;
  /** What its OPTIONS tells of the rows a GET answers. */
  shows?: ShownSpec;
  /** A GET that changes something, so only a page of this site may send it. */
  changes?: true;
  /** Works while organizations lack their licence. */
  anywhere?: true;
};

/** A resource as data; from it come table, routes, metadata, permissions, transfer, audit, types and pages. */
export type ResourceDefinition = {
  /** App label: first part of URL, permission and table name. */
  app: string;
  /** Lower-case model name without separators: permission codename and table name. */
  name: string;
  /** URL segment(s) after `/api/v1/{app}/`. */
  path: string;
  /** Further paths that answer the same; a leading slash means right after `/api/v1`. */
  aliases?: readonly string[];
  /** Whether rows belong to an organization; `fixed` pins them to one. */
  scope: 'org' | 'global';
  id?: 'uuid' | 'integer';
  /** Field that names a row in relations, logs and titles. */
  label: string;
  fields: { readonly [name: string]: FieldSpec };
  /** Standard columns switched on, in order, after the own fields. */
  standard?: readonly StandardField[];
  operations?: readonly Operation[];
  /** Arrays on POST/PATCH/PUT/DELETE of the collection; default true. */
  bulk?: boolean;
  /** Column sets that must be unique (inside the organization when org-scoped). */
  unique?: readonly (readonly string[])[];
  /** Extra b-tree indexes over columns, organization first when org-scoped. */
  indexes?: readonly (readonly string[])[];
  /** Default order, `-` descending. */
  order?: readonly string[];
  /** Model part of the permission codenames when it is not `name` (`assets.view_asset` for hosts). */
  permissionModel?: string;
  /**
   * Shares table, rows and audit name of another resource. What a variant does not declare it inherits, but for
   * paths and permissions; its `fields` add to (or redeclare single ones of) the base's.
   */
  variantOf?: string;
  /** Rows a variant sees: field (or `ref.field`) equals value. */
  where?: { readonly [field: string]: string };
  /** Permission asked per verb when it is not the derived codename: `app.codename`, `a|b`, `validUser`, `superuser`. */
  permissions?: { view?: string; add?: string; change?: string; delete?: string };
  /** Confirmation level asked before an operation runs (412 otherwise). */
  confirm?: { readonly [O in Operation]?: ConfirmLevel };
  /** Permission of `suggestions/`, the first ten rows of the filtered list; absent: no such route. */
  suggestions?: string;
  /** Datetime column (or unix seconds) that `date_from` and `date_to` bound. */
  range?: string;
  /** Query parameters of lists that are no fields; behaviour on the server says what they mean. */
  filters?: readonly string[];
  /** Standard fields that `fields_size=small` carries. */
  small?: readonly StandardField[];
  /** Columns shown in lists. */
  list?: { default?: readonly string[]; min?: readonly string[]; exclude?: readonly string[] };
  /** Form sections: group key (label from the locale file), then field names. */
  form?: readonly (readonly [group: string, ...fields: string[]])[];
  actions?: { readonly [name: string]: ActionSpec };
  /** Many-to-many relation resources: field name to URL path under the app. */
  relations?: { readonly [field: string]: string };
  /** Written to the operate log; default true. */
  audited?: boolean;
  /** File export and import offered; default both. */
  transfer?: { export?: boolean; import?: boolean };
  /** Only with a valid licence. */
  licence?: boolean;
};

/** Keeps the literal types of a definition, so that rows, cells and actions are checked at compile time. */
export const defineResource = <const D extends ResourceDefinition>(definition: D): D => definition;

/** `app.name`, the key of a resource everywhere. */
export type ResourceKey = `${string}.${string}`;

/** Key of a definition. */
export const keyOf = (definition: { app: string; name: string }): ResourceKey =>
  `${definition.app}.${definition.name}`;

/** Collection URL of a definition. */
export const collectionOf = (definition: { app: string; path: string }): string =>
  `/api/v1/${definition.app}/${definition.path}/`;
