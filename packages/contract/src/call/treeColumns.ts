/** What OPTIONS says about the items of a tree. */
export const treeColumns = {
  columns: {
    id: 'string',
    name: 'string',
    title: 'string',
    pId: 'string',
    parentInfo: 'string',
    isParent: 'boolean',
    open: 'boolean',
    iconSkin: 'string',
    nocheck: 'boolean',
    checked: 'boolean',
    halfCheck: 'boolean',
    chkDisabled: 'boolean',
    meta: 'json',
  },
} as const;
