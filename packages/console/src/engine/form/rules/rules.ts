import { passwordLength, passwordSigns } from '@gatehouse/contract/users/password.ts';
import type { Rule } from 'antd/es/form';
import type { PublicSettings } from '../../../platform/session/wire.ts';
import type { Translate } from '../../fields/FieldUi.ts';

const EMOJI = /\p{Extended_Pictographic}/u;
const LINK = /^[\w:/.?=&#-]*$/;
const WORD = /^\w*$/;
const BRACKETS = /[()（）]/;

const check = (isBad: (text: string) => boolean, message: string): Rule => ({
  validator: async (_rule, value: unknown) => {
    if (typeof value === 'string' && value !== '' && isBad(value)) throw new Error(message);
  },
});

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Fields whose absence is told in words of their own. */
const asked = new Set([
  'account',
  'accounts',
  'actions',
  'address',
  'apply_actions',
  'apply_date_expired',
  'apply_date_start',
  'asset',
  'assets',
  'date_expired',
  'date_start',
  'db_name',
  'email',
  'key',
  'name',
  'nodes',
  'org_id',
  'org_roles',
  'password',
  'platform',
  'port',
  'protocols',
  'secret',
  'system_roles',
  'title',
  'username',
  'users',
]);

/** What to enter or choose where a required field is empty. */
const missingText = (t: Translate, name: string, isTyped: boolean): string => {
  if (asked.has(name)) return t(`rules.ask.${name}`);
  return t(isTyped ? 'rules.enterValue' : 'rules.chooseValue');
};

/** Rules shared by forms; each takes the translator. */
export const rules = {
  // Not the library's own check, which treats every value as a string once a rule names its trigger.
  required: (t: Translate, name: string, isTyped: boolean): Rule => ({
    validator: async (_rule, value: unknown) => {
      if (isMissing(value)) throw new Error(missingText(t, name, isTyped));
    },
    validateTrigger: isTyped ? ['onBlur', 'onChange'] : 'onChange',
  }),
  link: (t: Translate): Rule => check((text) => !LINK.test(text), t('rules.format')),
  noEmoji: (t: Translate): Rule => check((text) => EMOJI.test(text), t('rules.emoji')),
  word: (t: Translate): Rule => check((text) => !WORD.test(text), t('rules.word')),
  noBrackets: (t: Translate): Rule => check((text) => BRACKETS.test(text), t('rules.brackets')),
};

/** Password rules of the security settings. */
type PasswordRule = NonNullable<PublicSettings['PASSWORD_RULE']>;

const DEFAULT_LENGTH = 7;

/** Every password rule in force as text, and whether the password meets it. */
export const passwordDemands = (
  password: string,
  rule: PasswordRule,
  isAdmin: boolean,
  t: Translate,
): { text: string; isMet: boolean }[] => {
  const length =
    (isAdmin ? rule.SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH : undefined) ??
    rule.SECURITY_PASSWORD_MIN_LENGTH ??
    DEFAULT_LENGTH;
  const demands: [isAsked: unknown, isMet: boolean, text: string][] = [
    [true, passwordLength(password) >= length, t('rules.passwordLength', { count: length })],
    [rule.SECURITY_PASSWORD_UPPER_CASE, passwordSigns.upper.test(password), t('rules.passwordUpper')],
    [rule.SECURITY_PASSWORD_LOWER_CASE, passwordSigns.lower.test(password), t('rules.passwordLower')],
    [rule.SECURITY_PASSWORD_NUMBER, passwordSigns.number.test(password), t('rules.passwordDigit')],
    [rule.SECURITY_PASSWORD_SPECIAL_CHAR, passwordSigns.special.test(password), t('rules.passwordSpecial')],
  ];
  return demands.filter(([isAsked]) => isAsked).map(([, isMet, text]) => ({ isMet, text }));
};

/** The unmet password rules as text. */
export const passwordFaults = (...input: Parameters<typeof passwordDemands>): string[] =>
  passwordDemands(...input)
    .filter(({ isMet }) => !isMet)
    .map(({ text }) => text);

/** Requires a password to meet the security settings; an empty one passes. */
export const passwordRule = (rule: PasswordRule, isAdmin: boolean, t: Translate): Rule => ({
  validator: async (_rule, value: unknown) => {
    if (typeof value !== 'string' || value === '') return;
    const faults = passwordFaults(value, rule, isAdmin, t);
    if (faults.length > 0) throw new Error(faults.join('; '));
  },
});
