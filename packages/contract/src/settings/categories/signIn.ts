import { field } from '../../resource/fields.ts';
import { DEFAULT_ORG_ID } from '../../wire/organizations.ts';
import { type SettingCategory, setting } from '../setting.ts';

const permission = 'settings.change_auth';
const waiting = { effect: 'nothing', public: true } as const;

/** Ways to sign in. */
export const auth = {
  permission,
  settings: {
    FORGOT_PASSWORD_URL: setting(field.text({ max: 1024 }), '', { effect: 'signIn' }),
    AUTH_PASSKEY: setting(field.boolean(), false, { effect: 'nothing', public: true }),
    AUTH_WECOM: setting(field.boolean(), false, waiting),
    AUTH_DINGTALK: setting(field.boolean(), false, waiting),
    AUTH_FEISHU: setting(field.boolean(), false, waiting),
    AUTH_LARK: setting(field.boolean(), false, waiting),
    AUTH_SLACK: setting(field.boolean(), false, waiting),
  },
} as const satisfies SettingCategory;

/** Users from a directory. */
export const ldap = {
  permission,
  settings: {
    AUTH_LDAP_SYNC_ORG_IDS: setting(field.list({ maxItem: 36, maxItems: 36 }), [DEFAULT_ORG_ID], {
      effect: 'request',
      public: true,
    }),
  },
} as const satisfies SettingCategory;
