import type { Platform } from '../createPlatform.ts';

/**
 * Ends the web session on the server and leaves for the sign-in page, which leads back to `next`. If the
 * session could not be ended, the sign-out page asks the user instead.
 */
export const leaveTo = async (http: Platform['http'], next: string): Promise<void> => {
  await http
    .post('/vue-admin-template/user/logout', undefined, { disableFlashErrorMsg: true })
    .catch(() => undefined);
  window.location.assign(`/core/auth/logout/?next=${encodeURIComponent(next)}`);
};
