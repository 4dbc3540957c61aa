/** A value of a saved filter that no longer exists, with the query parameter that names it. */
export type GoneValue = { name: string; value: string };

/** Maximum number of filters that a user saves for one list of an organization. */
export const mostSavedFilters = 50;

/** Query parameters of a page that choose neither rows nor their order; saved filters leave them out. */
export const pageParams: readonly string[] = [
  'activeTab',
  'activeTreeTab',
  'activeMenu',
  'clone_from',
  'oid',
  'next',
  'lang',
  'page',
  'saved',
];
