import { fieldError } from '@gatehouse/contract/errors.ts';
import { isFeasible, type PasswordRules } from '../../platform/crypto/randomPassword.ts';

/** Most bytes of a password that systems take when a user signs in with it. */
const MOST_BYTES = 511;

/** Refuses a password that no machine takes as it is: machines read it as one line of limited length. */
export const refuseUnfitPassword = (plain: string): void => {
  if (/[\0\r\n]/.test(plain)) throw fieldError('secret', 'password_one_line');
  if (Buffer.byteLength(plain) > MOST_BYTES)
    throw fieldError('secret', 'password_too_long', { max: MOST_BYTES });
  if (/^\{\{.*\}\}$/.test(plain)) throw fieldError('secret', 'secret_template');
};

/** Refuses rules that leave neither a letter nor a digit. */
export const refuseEmptyRules = (rules: Partial<PasswordRules>): void => {
  if (!isFeasible(rules)) throw fieldError('password_rules', 'password_rules_empty');
};
