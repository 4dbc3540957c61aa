import type { Settings } from '../../platform/settings.ts';
import { type MfaDuty, mfaDutyOf } from '../../resources/users/user/mfa.ts';
import { isAdminAnywhere, type Person } from '../identify/person.ts';

/** A user's MFA state: `usable` asks for a code, `owed` requires setting it up first. */
export type MfaState = MfaDuty & { isUsable: boolean; isOwed: boolean };

/** A user's current MFA state. */
export const mfaStateOf = (
  person: Pick<Person, 'mfa_level' | 'has_otp' | 'held'>,
  settings: Pick<Settings, 'get'>,
): MfaState => {
  const duty = mfaDutyOf({ level: person.mfa_level, isAdmin: isAdminAnywhere(person) }, settings);
  return { ...duty, isUsable: duty.isOn && person.has_otp, isOwed: duty.isOn && !person.has_otp };
};
