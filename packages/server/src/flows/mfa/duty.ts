import type { Settings } from '../../platform/settings.ts';
import { type MfaDuty, mfaDutyOf } from '../../resources/users/user/mfa.ts';
import { isAdminAnywhere, type User } from '../identify/user.ts';

/** A user's MFA state: when usable, sign-in asks for a code; a user who must enrol sets up an app first. */
export type MfaState = MfaDuty & { isUsable: boolean; mustEnrol: boolean };

/** A user's current MFA state. */
export const mfaStateOf = (
  user: Pick<User, 'mfa_level' | 'has_otp' | 'held'>,
  settings: Pick<Settings, 'get'>,
): MfaState => {
  const duty = mfaDutyOf({ level: user.mfa_level, isAdmin: isAdminAnywhere(user) }, settings);
  return { ...duty, isUsable: duty.isOn && user.has_otp, mustEnrol: duty.isOn && !user.has_otp };
};
