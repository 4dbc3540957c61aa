const LONGEST = 80;

/** Cuts a name at 80 characters. */
export const cutTitle = (name: string): string =>
  name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name;

/** Title of the browser tab: that of the page and, after ` - `, the title of the installation's sign-in page. */
export const pageTitle = (title: string, loginTitle: string | undefined): string =>
  [title, loginTitle].filter(Boolean).join(' - ');
