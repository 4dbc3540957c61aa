/** How the console lists both kinds of storages. */
export const storageListMode = {
  abilities: true,
  columns: ['name', 'type', 'comment', 'is_default', 'actions'],
  exclude: ['meta'],
  without: ['moreActions', 'selection', 'import', 'export'],
} as const;
