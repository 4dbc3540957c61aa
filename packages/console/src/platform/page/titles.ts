const LONGEST = 80;

/** Cuts a name at 80 characters. */
export const cutTitle = (name: string): string =>
  name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name;

/** Title of the browser tab: page, then ` - `, then the login title of the installation. */
export const pageTitle = (title: string, loginTitle: string | undefined): string =>
  [title, loginTitle].filter(Boolean).join(' - ');
