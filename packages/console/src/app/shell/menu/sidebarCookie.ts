import type { Cookies } from '../../../platform/storage/cookies.ts';

/** Cookie of the side menu: 1 for open, 0 for collapsed. */
export const SIDEBAR_COOKIE = 'sidebarStatus';

/** Whether the user has collapsed the side menu. */
export const isSidebarCollapsed = (cookies: Pick<Cookies, 'get'>): boolean =>
  cookies.get(SIDEBAR_COOKIE) === '0';
