import type { Settings } from '../../../platform/settings.ts';

/** Values of `SECURITY_MFA_AUTH`. */
const everybody = 1;
const administrators = 2;

/** MFA level of a user who must use MFA and cannot switch it off. */
const forced = 2;

/** Whether the sign-in page itself asks for the MFA code: only where every user needs one. */
export const asksCodeOnPage = (settings: Pick<Settings, 'get'>): boolean =>
  settings.get('SECURITY_MFA_IN_LOGIN_PAGE') && settings.get('SECURITY_MFA_AUTH') === everybody;

/** Whether MFA is on for a user, and whether the user cannot switch it off. */
export type MfaDuty = { isForced: boolean; isOn: boolean };

/**
 * MFA required by the settings and the user's own level. Administrators of any organization count as
 * administrators.
 */
export const mfaDutyOf = (
  user: { level: number; isAdmin: boolean },
  settings: Pick<Settings, 'get'>,
): MfaDuty => {
  const global = settings.get('SECURITY_MFA_AUTH');
  const isForced =
    global === everybody || (global === administrators && user.isAdmin) || user.level === forced;
  return { isForced, isOn: isForced || user.level > 0 };
};
