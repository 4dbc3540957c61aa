import type { Settings } from '../../platform/settings.ts';
import { type MfaDuty, mfaDutyOf } from '../../resources/users/user/mfa.ts';
import { isAdminAnywhere, type Person } from '../identify/person.ts';

/** Where somebody stands with MFA: `usable` asks for a code, `owed` leads to setting it up first. */
export type MfaState = MfaDuty & { isUsable: boolean; isOwed: boolean };

/** What MFA means for a person right now. */
export const mfaStateOf = (
  person: Pick<Person, 'mfa_level' | 'has_otp' | 'held'>,
  settings: Pick<Settings, 'get'>,
): MfaState => {
  const duty = mfaDutyOf({ level: person.mfa_level, isAdmin: isAdminAnywhere(person) }, settings);
  return { ...duty, isUsable: duty.isOn && person.has_otp, isOwed: duty.isOn && !person.has_otp };
};
