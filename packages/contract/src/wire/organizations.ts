/** Virtual organization that shows the rows of all others; never a row itself. */
export const ROOT_ORG_ID = '00000000-0000-0000-0000-000000000000';
/** The organization every installation starts with. */
export const DEFAULT_ORG_ID = '00000000-0000-0000-0000-000000000002';
/** Owner of installation-wide settings and components. */
export const SYSTEM_ORG_ID = '00000000-0000-0000-0000-000000000004';
