import { field } from '../../resource/fields.ts';
import { type SettingCategory, setting } from '../setting.ts';

const permission = 'settings.change_security';
const often = field.integer({ min: 3, max: 99_999, required: true });
const minutes = field.integer({ min: 5, max: 99_999, required: true });
const length = field.integer({ min: 6, max: 30, required: true });

/** Second factors, and inactive users. */
export const securityAuth = {
  permission,
  settings: {
    SECURITY_MFA_AUTH: setting(field.choice({ choices: [0, 1, 2], int: true, plain: true }), 0, {
      effect: 'request',
    }),
    SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: setting(field.boolean({ help: true }), true, {
      effect: 'request',
    }),
    SECURITY_MFA_IN_LOGIN_PAGE: setting(field.boolean({ help: true }), false, { effect: 'signIn' }),
    SECURITY_MFA_VERIFY_TTL: setting(field.integer({ min: 5, max: 36_000, required: true }), 3600, {
      effect: 'request',
      public: true,
    }),
    OTP_ISSUER_NAME: setting(field.text({ max: 16 }), 'Gatehouse', { effect: 'request' }),
    OTP_VALID_WINDOW: setting(field.integer({ min: 0, max: 10, required: true }), 2, { effect: 'signIn' }),
    VERIFY_CODE_TTL: setting(field.integer({ min: 5, max: 36_000, required: true }), 60, {
      effect: 'request',
    }),
    SECURITY_LOGIN_CHALLENGE_ENABLED: setting(field.boolean(), false, { effect: 'nothing' }),
    SECURITY_LOGIN_CAPTCHA_ENABLED: setting(field.boolean(), false, { effect: 'nothing' }),
    SECURITY_CHECK_DIFFERENT_CITY_LOGIN: setting(field.boolean(), false, { effect: 'nothing' }),
    SECURITY_UNCOMMON_USERS_TTL: setting(field.integer({ min: 30, max: 99_999, help: true }), 999, {
      effect: 'unused',
    }),
  },
} as const satisfies SettingCategory;

/**
 * Limits on signing in: failed attempts, client addresses, simultaneous web sessions and sources of users.
 */
export const securityLoginLimit = {
  permission,
  settings: {
    SECURITY_LOGIN_LIMIT_COUNT: setting(often, 7, { effect: 'signIn' }),
    SECURITY_LOGIN_LIMIT_TIME: setting(minutes, 30, { effect: 'signIn' }),
    SECURITY_LOGIN_IP_LIMIT_COUNT: setting(often, 99_999, { effect: 'signIn' }),
    SECURITY_LOGIN_IP_LIMIT_TIME: setting(minutes, 30, { effect: 'signIn' }),
    SECURITY_LOGIN_IP_WHITE_LIST: setting(field.ipGroup({ help: true }), [], { effect: 'signIn' }),
    SECURITY_LOGIN_IP_BLACK_LIST: setting(field.ipGroup({ help: true }), [], { effect: 'signIn' }),
    SECURITY_DATE_SIGNATURE: setting(field.boolean(), true, { effect: 'request' }),
    USER_LOGIN_SINGLE_MACHINE_ENABLED: setting(field.boolean(), false, { effect: 'signIn' }),
    ONLY_ALLOW_EXIST_USER_AUTH: setting(field.boolean({ help: true }), false, { effect: 'signIn' }),
    ONLY_ALLOW_AUTH_FROM_SOURCE: setting(field.boolean(), false, { effect: 'signIn' }),
  },
} as const satisfies SettingCategory;

/** Rules for passwords. */
export const securityPassword = {
  permission,
  settings: {
    SECURITY_PASSWORD_EXPIRATION_TIME: setting(field.integer({ min: 1, max: 99_999, required: true }), 9999, {
      effect: 'signIn',
      public: true,
    }),
    OLD_PASSWORD_HISTORY_LIMIT_COUNT: setting(field.integer({ min: 0, max: 99_999, required: true }), 5, {
      effect: 'password',
      public: true,
    }),
    SECURITY_PASSWORD_MIN_LENGTH: setting(length, 6, { effect: 'password', public: 'PASSWORD_RULE' }),
    SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: setting(length, 6, {
      effect: 'password',
      public: 'PASSWORD_RULE',
    }),
    SECURITY_PASSWORD_UPPER_CASE: setting(field.boolean(), false, {
      effect: 'password',
      public: 'PASSWORD_RULE',
    }),
    SECURITY_PASSWORD_LOWER_CASE: setting(field.boolean(), false, {
      effect: 'password',
      public: 'PASSWORD_RULE',
    }),
    SECURITY_PASSWORD_NUMBER: setting(field.boolean(), false, {
      effect: 'password',
      public: 'PASSWORD_RULE',
    }),
    SECURITY_PASSWORD_SPECIAL_CHAR: setting(field.boolean(), false, {
      effect: 'password',
      public: 'PASSWORD_RULE',
    }),
  },
} as const satisfies SettingCategory;

/** How long sessions and web sessions last, and what users see and may do in a session. */
export const securitySession = {
  permission,
  settings: {
    SECURITY_WATERMARK_ENABLED: setting(field.boolean({ required: true, help: true }), true, {
      effect: 'page',
      public: true,
    }),
    SECURITY_SESSION_SHARE: setting(field.boolean({ required: true }), true, {
      effect: 'nothing',
      public: true,
      component: true,
    }),
    SECURITY_LUNA_REMEMBER_AUTH: setting(field.boolean({ required: true }), true, {
      effect: 'nothing',
      public: true,
    }),
    SECURITY_MAX_IDLE_TIME: setting(field.integer({ min: 1, max: 99_999 }), 30, {
      effect: 'session',
      public: true,
      component: true,
    }),
    SECURITY_MAX_SESSION_TIME: setting(field.integer({ min: 1, max: 99_999 }), 24, {
      effect: 'session',
      component: true,
    }),
    SECURITY_UNKNOWN_COMMAND: setting(
      field.choice({ choices: ['reject', 'accept'], plain: true, help: true }),
      'reject',
      { effect: 'component', component: true },
    ),
    SESSION_EXPIRE_AT_BROWSER_CLOSE: setting(field.boolean(), false, { effect: 'signIn', public: true }),
  },
} as const satisfies SettingCategory;

/** Who is told of dangerous commands. */
export const securityBasic = {
  permission,
  settings: {
    SECURITY_INSECURE_COMMAND: setting(field.boolean(), false, { effect: 'nothing' }),
    SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER: setting(field.text({ max: 8192 }), '', { effect: 'event' }),
  },
} as const satisfies SettingCategory;

/** Whether changes of the security settings wait for a second person, this one included. */
export const secondPerson = {
  permission,
  settings: {
    SECOND_PERSON_ENABLED: setting(field.boolean({ help: true }), false, { effect: 'request' }),
    SECOND_PERSON_HOURS: setting(field.integer({ min: 1, max: 720 }), 72, { effect: 'request' }),
  },
} as const satisfies SettingCategory;

/** When permissions that are not used are put before those who answer for them. */
export const accessReview = {
  permission,
  settings: {
    ACCESS_REVIEW_DAYS: setting(field.integer({ min: 0, max: 3650, help: true }), 90, { effect: 'review' }),
    ACCESS_REVIEW_EXPIRE_DAYS: setting(field.integer({ min: 0, max: 365, help: true }), 0, {
      effect: 'review',
    }),
  },
} as const satisfies SettingCategory;

/** The panels of security settings that clients of the protocol know as one. */
export const securityParts = [
  securityAuth,
  securityLoginLimit,
  securityPassword,
  securitySession,
  securityBasic,
  accessReview,
];

/** All of the above together. */
export const security = {
  permission,
  also: securityParts.flatMap(({ settings }) => Object.keys(settings)),
  settings: {},
} as const satisfies SettingCategory;
