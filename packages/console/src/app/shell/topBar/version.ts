/** Version shown in the menu and the About dialog. */
export const version = `v${__VERSION__}`;

/** Address of the source code, if the package names one; else the built-in documentation. */
export const source: { key: 'source' | 'documentation'; href: string } = __REPOSITORY__
  ? { key: 'source', href: __REPOSITORY__ }
  : { key: 'documentation', href: '/api/docs/' };
