import type { CallShape, ConfirmLevel, ShownSpec } from '../call/defineCall.ts';
import type { ConsolePlace } from '../console/ConsolePlace.ts';
import type { FieldSpec } from './fields.ts';
import type { StandardField } from './standardFields.ts';

/** Operations on a resource. */
export type Operation = 'list' | 'retrieve' | 'create' | 'update' | 'destroy';

/**
 * An action on a row (`{id}/<path>/`) or on the collection (`<path>/`): a call whose address comes from its
 * resource. Its body and answer are declared in `actions/`.
 */
export type ActionSpec = Pick<CallShape, 'bodyLimit'> & {
  on: 'row' | 'collection';
  /** A call on the collection that acts on the rows named in its body: each row's abilities say whether. */
  ofRows?: true;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A second method that does the same, for clients that use it. */
  also?: 'PUT' | 'PATCH';
  /** Path segment(s) after the row or the collection, without slashes at the ends. */
  path: string;
  /**
   * Permission codename (`app.codename`), `a|b` for either, or `validUser`, `superuser`, `serviceAccount`.
   */
  permission: string;
  /** Confirmation level required before it runs (412 otherwise), unless the settings waive confirmations. */
  confirm?: ConfirmLevel;
  /** Variants without actions of their own serve it as well, under their own addresses. */
  variants?: true;
  /** What its OPTIONS says about the rows a GET returns. */
  shows?: ShownSpec;
  /** A GET with side effects; a request from a web session must contain the CSRF token. */
  changes?: true;
  /** Does not act on the requested organization, so it works even while another one stands in for that. */
  anywhere?: true;
};

/**
 * A resource as data: table, routes, metadata, permissions, transfer, audit, types and pages derive from it.
 */
export type ResourceDefinition = {
  /** App label: first part of URL, permission and table name. */
  app: string;
  /** Lower-case model name without separators: permission codename and table name. */
  name: string;
  /** URL segment(s) after `/api/v1/{app}/`. */
  path: string;
  /** Further paths that serve the same; a leading slash means right after `/api/v1`. */
  aliases?: readonly string[];
  /** Whether each row belongs to an organization. */
  scope: 'org' | 'global';
  /** Why its rows do not prevent the deletion of their organization; without a reason, they do. */
  letsOrganizationGo?: string;
  id?: 'uuid' | 'integer';
  /** Field that names a row in relations, logs and titles. */
  label: string;
  fields: { readonly [name: string]: FieldSpec };
  /**
   * Fields that OPTIONS mentions for clients of the protocol, although the server neither sends nor heeds
   * them; our own clients leave them out.
   */
  mentions?: { readonly [name: string]: FieldSpec };
  /** Standard fields that OPTIONS tells as writable, as clients of the protocol expect. */
  toldWritable?: readonly StandardField[];
  /** OPTIONS tells the id as read-only, as clients of the protocol expect of some resources. */
  toldIdReadOnly?: true;
  /** Methods whose fields OPTIONS tells although the server refuses them, as clients of the protocol expect. */
  mentionedMethods?: readonly ('POST' | 'PUT' | 'PATCH')[];
  /** Standard columns switched on, in order, after the resource's own fields. */
  standard?: readonly StandardField[];
  operations?: readonly Operation[];
  /** Whether PATCH, PUT and DELETE change several rows at the address of the collection; default true. */
  bulk?: boolean;
  /** Whether changes and deletions of its rows can be undone for half a minute; default false. */
  undo?: true;
  /** Column sets that must be unique (inside the organization when org-scoped). */
  unique?: readonly (readonly string[])[];
  /** Extra b-tree indexes over columns, organization first when org-scoped. */
  indexes?: readonly (readonly string[])[];
  /** Default order, `-` descending. */
  order?: readonly string[];
  /** Columns that lists are narrowed by so often that an index yields the rows of each value in the default order. */
  orderedWithin?: readonly string[];
  /** Model part of the permission codenames when it is not `name` (`assets.view_asset` for hosts). */
  permissionModel?: string;
  /**
   * Shares table, rows and audit name with another resource. A variant inherits what it does not declare,
   * except paths, relation routes, `where`, permissions, confirmations and console pages; its `fields` add to
   * those of the base, or redeclare some of them.
   */
  variantOf?: string;
  /** Rows a variant sees: field (or `ref.field`) equals value. */
  where?: { readonly [field: string]: string };
  /**
   * Permission per verb when it is not the derived codename: `app.codename`, `a|b`, `validUser`, `superuser`.
   */
  permissions?: { view?: string; add?: string; change?: string; delete?: string };
  /** Confirmation level required before an operation runs (412 otherwise), unless the settings waive it. */
  confirm?: { readonly [O in Operation]?: ConfirmLevel };
  /**
   * Permission of `suggestions/`, the first rows of the filtered list, ten unless `limit` is set; absent: no
   * such route.
   */
  suggestions?: string;
  /** Datetime column (or unix seconds) that `date_from` and `date_to` bound. */
  range?: string;
  /** Unreadable bounds are refused; elsewhere they are ignored. */
  exactRange?: true;
  /** Query parameter that every request requires. */
  neededQuery?: string;
  /** Query parameters of lists that are not fields; the server's behaviour gives them meaning. */
  filters?: readonly string[];
  /** Values of `fields_size` that shorten its rows; any other leaves them whole. Default: both. */
  sizes?: readonly ('mini' | 'small')[];
  /** Standard fields, and those of the organization, that `fields_size=small` carries. */
  small?: readonly (StandardField | 'org_id' | 'org_name')[];
  /** Columns shown in lists. */
  list?: { default?: readonly string[]; min?: readonly string[]; exclude?: readonly string[] };
  /** Form sections: group key (label from the locale file), then field names. */
  form?: readonly (readonly [group: string, ...fields: string[]])[];
  actions?: { readonly [name: string]: ActionSpec };
  /** Many-to-many relation resources: field name to URL path under the app. */
  relations?: { readonly [field: string]: string };
  /** Whether changes of its rows are written to the operate log; default true. */
  audited?: boolean;
  /** Whether file export and import are offered; default both. */
  transfer?: { export?: boolean; import?: boolean };
  /** Only with a valid licence. */
  licence?: boolean;
  /**
   * Its rows are in the settings file, under their label. `secrets`: the field that has secret parts, and the hidden
   * field that keeps them, each sealed.
   */
  settingsFile?: { section: string; secrets?: readonly [shown: string, kept: string] };
  /** Where the console shows it; absent: it has no pages. */
  console?: ConsolePlace;
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
