import type { Message } from '@gatehouse/contract/errors.ts';
import { longestPassword, passwordLength, passwordSigns } from '@gatehouse/contract/users/password.ts';
import type { Settings } from '../../../platform/settings.ts';

/** Rules that the settings make for new passwords; `min` is a number of characters. */
export type PasswordRules = {
  min: number;
  upper: boolean;
  lower: boolean;
  number: boolean;
  special: boolean;
};

/** The rules for a user; administrators have their own minimum length. */
export const passwordRules = (settings: Settings, isAdmin: boolean): PasswordRules => ({
  min: settings.get(isAdmin ? 'SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH' : 'SECURITY_PASSWORD_MIN_LENGTH'),
  upper: settings.get('SECURITY_PASSWORD_UPPER_CASE'),
  lower: settings.get('SECURITY_PASSWORD_LOWER_CASE'),
  number: settings.get('SECURITY_PASSWORD_NUMBER'),
  special: settings.get('SECURITY_PASSWORD_SPECIAL_CHAR'),
});

/** What is wrong with a password, in display order; empty when it is fine. */
export const passwordFaults = (password: string, rules: PasswordRules): Message[] => {
  const faults: [boolean, Message][] = [
    [passwordLength(password) < rules.min, { key: 'password_too_short', params: { min: rules.min } }],
    [password.length > longestPassword, { key: 'max_length', params: { max: longestPassword } }],
    [rules.upper && !passwordSigns.upper.test(password), { key: 'password_no_upper' }],
    [rules.lower && !passwordSigns.lower.test(password), { key: 'password_no_lower' }],
    [rules.number && !passwordSigns.number.test(password), { key: 'password_no_number' }],
    [rules.special && !passwordSigns.special.test(password), { key: 'password_no_special' }],
    [!/^[!-~]/.test(password), { key: 'password_first_character' }],
  ];
  return faults.filter(([isFault]) => isFault).map(([, message]) => message);
};
