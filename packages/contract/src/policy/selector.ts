/** How an attribute is compared with the value of a condition (reference 04 §15). */
export const selectorMatches = [
  'exact',
  'not',
  'in',
  'contains',
  'startswith',
  'endswith',
  'regex',
  'gte',
  'lte',
  'gt',
  'lt',
  'ip_in',
  'm2m',
  'm2m_all',
] as const;

/** An operator of a condition. */
export type SelectorMatch = (typeof selectorMatches)[number];

/** A selector as it is stored: `{type: all|ids|attrs}`, or empty, which matches nothing. */
export type Selector = {
  type?: string;
  ids?: unknown;
  attrs?: unknown;
};

/** What selectors may ask about a row: a text, yes or no, a number, or the ids of what it is linked with. */
export type Fact = string | boolean | number | null | readonly string[];

/** A row as selectors see it. */
export type Facts = {
  /** In lower case, like the ids among the facts. */
  id: string;
  /** Changes whenever a fact does; what was found out about a row holds for one version. */
  version: string | number;
  attributes: Readonly<Record<string, Fact>>;
};

/** A user as selectors see one; ids of roles and groups. */
export type UserFacts = Facts & {
  attributes: {
    name: string;
    username: string;
    email: string;
    comment: string | null;
    is_active: boolean;
    is_first_login: boolean;
    system_roles: readonly string[];
    org_roles: readonly string[];
    groups: readonly string[];
  };
};

/** An asset as selectors see one; names of protocols, ids of labels. */
export type AssetFacts = Facts & {
  attributes: {
    name: string;
    address: string;
    comment: string | null;
    /** Keys of the nodes it is on, such as `1:4:2`; nodes above match as well. */
    nodes: readonly string[];
    platform: number;
    category: string;
    type: string;
    protocols: readonly string[];
    labels: readonly string[];
  };
};

/** Attributes by which rules of a selector may choose rows of a resource (reference 04 §15). */
export const selectorAttributes = {
  'users.user': [
    'name',
    'username',
    'email',
    'comment',
    'is_active',
    'is_first_login',
    'system_roles',
    'org_roles',
    'groups',
  ] satisfies (keyof UserFacts['attributes'])[],
  'assets.asset': [
    'name',
    'address',
    'comment',
    'nodes',
    'platform',
    'category',
    'type',
    'protocols',
    'labels',
  ] satisfies (keyof AssetFacts['attributes'])[],
} as const;
