import type { Settings } from '../../../platform/settings.ts';

/** Values of `SECURITY_MFA_AUTH`. */
const everybody = 1;
const administrators = 2;

/** A user's own level that others set and he cannot leave. */
const forced = 2;

/** Whether MFA is for this user, and whether anybody else decided that. */
export type MfaDuty = { isForced: boolean; isOn: boolean };

/** What the settings and a user's own level ask of him. Who administers any organization counts as an administrator. */
export const mfaDutyOf = (
  user: { level: number; isAdmin: boolean },
  settings: Pick<Settings, 'get'>,
): MfaDuty => {
  const global = settings.get('SECURITY_MFA_AUTH');
  const isForced =
    global === everybody || (global === administrators && user.isAdmin) || user.level === forced;
  return { isForced, isOn: isForced || user.level > 0 };
};
