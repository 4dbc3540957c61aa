import { panel } from './panel.ts';

/** Second factors, and users who no longer sign in. */
export const securityAuth = panel('security_auth', {
  page: 'security',
  tab: 'Auth',
  groups: {
    basic: ['SECURITY_UNCOMMON_USERS_TTL'],
    mfa: [
      'SECURITY_MFA_AUTH',
      'SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY',
      'SECURITY_MFA_IN_LOGIN_PAGE',
      'SECURITY_MFA_VERIFY_TTL',
      'OTP_ISSUER_NAME',
      'OTP_VALID_WINDOW',
    ],
  },
});

/** What ends failed sign-ins, and from where users sign in. */
export const securityLoginLimit = panel('security_login_limit', {
  page: 'security',
  tab: 'AuthLimit',
  groups: {
    user: ['SECURITY_LOGIN_LIMIT_COUNT', 'SECURITY_LOGIN_LIMIT_TIME'],
    address: [
      'SECURITY_LOGIN_IP_LIMIT_COUNT',
      'SECURITY_LOGIN_IP_LIMIT_TIME',
      'SECURITY_LOGIN_IP_WHITE_LIST',
      'SECURITY_LOGIN_IP_BLACK_LIST',
    ],
    other: [
      'USER_LOGIN_SINGLE_MACHINE_ENABLED',
      'ONLY_ALLOW_EXIST_USER_AUTH',
      'ONLY_ALLOW_AUTH_FROM_SOURCE',
      'SECURITY_DATE_SIGNATURE',
    ],
  },
});

/** Rules for passwords. */
export const securityPassword = panel('security_password', {
  page: 'security',
  tab: 'Password',
  groups: {
    basic: ['SECURITY_PASSWORD_EXPIRATION_TIME', 'OLD_PASSWORD_HISTORY_LIMIT_COUNT'],
    rule: [
      'SECURITY_PASSWORD_MIN_LENGTH',
      'SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH',
      'SECURITY_PASSWORD_UPPER_CASE',
      'SECURITY_PASSWORD_LOWER_CASE',
      'SECURITY_PASSWORD_NUMBER',
      'SECURITY_PASSWORD_SPECIAL_CHAR',
    ],
  },
});

/** Changes of these panels may wait for a second person. */
export const secondPerson = panel('second_person', {
  page: 'security',
  tab: 'Confirmation',
  groups: { basic: ['SECOND_PERSON_ENABLED', 'SECOND_PERSON_HOURS'] },
});

/** What users see during sessions, and how long these last. */
export const securitySession = panel('security_session', {
  page: 'security',
  tab: 'Session',
  groups: {
    basic: ['SECURITY_WATERMARK_ENABLED', 'SESSION_EXPIRE_AT_BROWSER_CLOSE'],
    limits: ['SECURITY_MAX_IDLE_TIME', 'SECURITY_MAX_SESSION_TIME'],
    commands: ['SECURITY_UNKNOWN_COMMAND'],
  },
});

/** When permissions that are not used are reviewed, and what becomes of those without a decision. */
export const securityAccessReview = panel('security_access_review', {
  page: 'security',
  tab: 'AccessReview',
  groups: { basic: ['ACCESS_REVIEW_DAYS', 'ACCESS_REVIEW_EXPIRE_DAYS'] },
});
