/** Version shown in the menu and the About dialog. */
export const version = `v${__VERSION__}`;

/** Address of the source code, where the package names one. */
export const repository: string | undefined = __REPOSITORY__ || undefined;
