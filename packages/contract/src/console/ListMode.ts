import type { ResourceDefinition } from '../resource/defineResource.ts';
import type { RowOf } from '../resource/rowOf.ts';

/** What a list offers around its rows. */
export type ListTool =
  | 'create'
  | 'moreActions'
  | 'bulkUpdate'
  | 'bulkDelete'
  | 'search'
  | 'labels'
  | 'columns'
  | 'import'
  | 'export'
  | 'refresh'
  | 'selection';

/** Operations that a list may forbid. */
export type ListDeed =
  | 'create'
  | 'bulkUpdate'
  | 'bulkDelete'
  | 'import'
  | 'importCreate'
  | 'importUpdate'
  | 'export'
  | 'exportAll'
  | 'exportSelected'
  | 'exportFiltered';

/** How one list of a resource looks and what it offers, as data; everything else comes from OPTIONS. */
export type ListMode<Name extends string = string> = {
  /** Columns shown at first, in order, and those that cannot be hidden. */
  columns?: readonly (Name | 'actions')[];
  fixed?: readonly (Name | 'actions')[];
  /** Fields that are not columns. */
  exclude?: readonly Name[];
  /** Tools left out. */
  without?: readonly ListTool[];
  /** Operations that are not allowed here. */
  forbidden?: readonly ListDeed[];
  /** Limited to a range of time, by default from a week ago to tomorrow. */
  dateRange?: true;
  /** Fields the search does not offer. */
  searchExclude?: readonly Name[];
  /**
   * Query parameters that narrow the list like a path would, such as a node of the tree; they are not shown
   * as filters.
   */
  scopeKeys?: readonly string[];
  /** Fields of the batch update dialog. */
  batchFields?: readonly Name[];
  /** How rows are requested; by default with limit and offset. */
  paging?: 'limit' | 'page' | 'none';
  /** Collection whose OPTIONS describe the rows, where their own address has none. */
  metadataUrl?: string;
  /** Field that names a row in confirmations, where it is not the label. */
  rowName?: Name;
  /** Its rows are requested with abilities, because rules about single rows exist (decision 0163). */
  abilities?: true;
  /** Permission an export needs beyond viewing, and the identity check before it. */
  exportNeed?: string;
  exportConfirm?: 'mfa';
};

/** Names of the fields of a row, whether or not lists carry them. */
type FieldOf<D extends ResourceDefinition> = (keyof RowOf<D, 'list'> | keyof RowOf<D, 'retrieve'>) & string;

/** A list mode of a definition; `Own` names columns that pages add to those of the fields. */
export type ListModeOf<D extends ResourceDefinition, Own extends string = never> = ListMode<FieldOf<D> | Own>;

/** The facts on the page of a row: `order` comes first, then every readable field but those excluded. */
export type DetailLayout<Name extends string = string> = {
  order?: readonly Name[];
  exclude?: readonly Name[];
};

/** A detail layout of a definition; `Own` names facts that pages add to those of the fields. */
export type DetailLayoutOf<D extends ResourceDefinition, Own extends string = never> = DetailLayout<
  FieldOf<D> | Own
>;
