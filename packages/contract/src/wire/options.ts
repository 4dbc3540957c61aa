/**
 * OPTIONS answer of a resource (protocol reference §8), plus our own `view` block that existing clients
 * ignore.
 */
export type OptionsBody = {
  name: string;
  description: string;
  renders: string[];
  parses: string[];
  actions?: Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH', Record<string, FieldMeta>>>;
  view?: ViewMeta;
};

/** Metadata type of a field on the wire. */
export type MetaType =
  | 'string'
  | 'url'
  | 'email'
  | 'regex'
  | 'slug'
  | 'integer'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'choice'
  | 'multiple choice'
  | 'labeled_choice'
  | 'list'
  | 'json'
  | 'file upload'
  | 'image upload'
  | 'nested object'
  | 'object_related_field'
  | 'm2m_related_field'
  | 'tree'
  | 'field';

/** One choice of a choice field. */
export type ChoiceMeta = { value: string | number | boolean; label: string };
/** One node of a tree choice; branches use their label as value. */
export type TreeMeta = { value: string; label: string; children?: TreeMeta[] };

/** Metadata of one field. */
export type FieldMeta = {
  type: MetaType;
  required: boolean;
  read_only: boolean;
  write_only: boolean;
  label: string;
  help_text?: string;
  default?: unknown;
  min_length?: number;
  max_length?: number;
  /** Ours: text of several lines. */
  multiline?: true;
  min_value?: number;
  max_value?: number;
  choices?: ChoiceMeta[];
  tree?: TreeMeta[];
  child?: Partial<FieldMeta>;
  children?: Record<string, FieldMeta>;
  filter?: true;
  order?: true;
  /**
   * Ours: the declared field kind (`text`, `refs`, `secret`, `labels`, `selector`, `ipGroup` …), finer than
   * `type`.
   */
  kind?: string;
  /** Ours: collection URL and shown attributes of a related resource. */
  related?: { url: string; attrs: string[] };
  /** Ours: null may be sent. */
  nullable?: boolean;
  /**
   * Ours: the words that hold here, where those above are what clients of the protocol expect; null removes a
   * word. If it is null itself, the server neither sends nor heeds the field.
   */
  own?: { [W in keyof FieldMeta]?: FieldMeta[W] | null } | null;
};

/** Ours: what a generic page needs to know beyond the fields. */
export type ViewMeta = {
  /** `app.name`. */
  key: string;
  /** Localized singular and plural name. */
  title: string;
  titles: string;
  /** Field that names a row. */
  label: string;
  scope: 'org' | 'global';
  list: { default: string[]; min: string[]; exclude: string[] };
  /** Sections with localized group title. */
  form: { group: string; label: string; fields: string[] }[];
  /** Names of searchable fields. */
  search: string[];
  order: string[];
  labels: boolean;
  transfer: { export: boolean; import: boolean };
  permissions: { view: string; add: string; change: string; delete: string };
  operations: ('list' | 'retrieve' | 'create' | 'update' | 'destroy')[];
  /** What can be done with a row; only when the request asks for abilities. */
  abilities?: string[];
  bulk: boolean;
  actions: Record<
    string,
    {
      on: 'row' | 'collection';
      method: string;
      path: string;
      permission: string;
      label: string;
      confirm?: string;
    }
  >;
};
