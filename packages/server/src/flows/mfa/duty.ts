import { thirdPartyMethods } from '@gatehouse/contract/authentication/signIn.ts';
import type { Settings } from '../../platform/settings.ts';
import { type MfaDuty, mfaDutyOf } from '../../resources/users/user/mfa.ts';
import { isAdminAnywhere, type User } from '../identify/user.ts';

/** A user's MFA state: when usable, sign-in asks for a code; a user who must enrol sets up an app first. */
export type MfaState = MfaDuty & { isUsable: boolean; mustEnrol: boolean };

/** MFA where it is not asked for. */
const none = { isForced: false, isOn: false };

/**
 * A user's current MFA state. Where another system has proven who signs in, a setting may leave MFA to that system.
 */
export const mfaStateOf = (
  user: Pick<User, 'mfa_level' | 'has_otp' | 'held'>,
  settings: Pick<Settings, 'get'>,
  method?: string,
): MfaState => {
  const isThirdParty = thirdPartyMethods.some((name) => name === method);
  const isLeft = isThirdParty && !settings.get('SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY');
  const duty = isLeft ? none : mfaDutyOf({ level: user.mfa_level, isAdmin: isAdminAnywhere(user) }, settings);
  return { ...duty, isUsable: duty.isOn && user.has_otp, mustEnrol: duty.isOn && !user.has_otp };
};
