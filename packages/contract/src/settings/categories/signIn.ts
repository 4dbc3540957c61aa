import { field } from '../../resource/fields.ts';
import { DEFAULT_ORG_ID } from '../../wire/organizations.ts';
import { type SettingCategory, setting } from '../setting.ts';

const permission = 'settings.change_auth';
const later = { effect: 'nothing' } as const;
const signsIn = { effect: 'signIn' } as const;
const waiting = { effect: 'nothing', public: true } as const;
const line = field.text({ max: 1024 });
const neededLine = field.text({ max: 1024, required: true });

/** Ways to sign in. */
export const auth = {
  permission,
  settings: {
    AUTH_LDAP: setting(field.boolean(), false, later),
    AUTH_CAS: setting(field.boolean(), false, later),
    AUTH_OPENID: setting(field.boolean(), false, later),
    AUTH_SAML2: setting(field.boolean(), false, later),
    AUTH_OAUTH2: setting(field.boolean(), false, signsIn),
    AUTH_RADIUS: setting(field.boolean(), false, later),
    AUTH_PASSKEY: setting(field.boolean(), false, waiting),
    AUTH_WECOM: setting(field.boolean(), false, waiting),
    AUTH_DINGTALK: setting(field.boolean(), false, waiting),
    AUTH_FEISHU: setting(field.boolean(), false, waiting),
    AUTH_LARK: setting(field.boolean(), false, waiting),
    AUTH_SLACK: setting(field.boolean(), false, waiting),
    AUTH_SSO: setting(field.boolean(), false, later),
    FORGOT_PASSWORD_URL: setting(field.text({ max: 1024, help: true }), '', { effect: 'signIn' }),
    AUTH_BACKENDS_ORDER: setting(field.list({ maxItem: 32, maxItems: 32, help: true }), [], {
      effect: 'signIn',
    }),
    LOGIN_REDIRECT_TO_BACKEND: setting(
      field.choice({ choices: ['direct', 'oauth2'], plain: true, help: true }),
      'direct',
      signsIn,
    ),
    LOGIN_REDIRECT_MSG_ENABLED: setting(field.boolean({ help: true }), true, signsIn),
  },
} as const satisfies SettingCategory;

/** Users from a directory. */
export const ldap = {
  permission,
  also: ['AUTH_LDAP'],
  settings: {
    AUTH_LDAP_SERVER_URI: setting(neededLine, 'ldap://localhost:389', later),
    AUTH_LDAP_BIND_DN: setting(line, 'cn=admin,dc=example,dc=org', later),
    AUTH_LDAP_BIND_PASSWORD: setting(field.secret({ max: 1024, writeOnly: true }), '', {
      effect: 'nothing',
      bound: ['AUTH_LDAP_SERVER_URI', 'AUTH_LDAP_BIND_DN'],
    }),
    AUTH_LDAP_SEARCH_OU: setting(line, 'ou=users,dc=example,dc=org', later),
    AUTH_LDAP_SEARCH_FILTER: setting(neededLine, '(cn=%(user)s)', later),
    AUTH_LDAP_USER_ATTR_MAP: setting(
      field.json({ required: true }),
      { username: 'cn', name: 'sn', email: 'mail' },
      later,
    ),
    AUTH_LDAP_SYNC_ORG_IDS: setting(field.list({ maxItem: 36, maxItems: 36 }), [DEFAULT_ORG_ID], {
      effect: 'request',
      public: true,
    }),
    AUTH_LDAP_SYNC_IS_PERIODIC: setting(field.boolean(), false, later),
    AUTH_LDAP_SYNC_CRONTAB: setting(field.crontab({ nullable: true }), null, later),
    AUTH_LDAP_SYNC_INTERVAL: setting(field.interval({ nullable: true }), null, later),
    AUTH_LDAP_CONNECT_TIMEOUT: setting(field.integer({ min: 1, max: 300 }), 10, later),
    AUTH_LDAP_CACHE_TIMEOUT: setting(field.integer({ min: 0, max: 31_104_000 }), 2_592_000, later),
    AUTH_LDAP_SEARCH_PAGED_SIZE: setting(field.integer({ min: 1 }), 1000, later),
    AUTH_LDAP_SYNC_RECEIVERS: setting(field.list({ maxItem: 36, maxItems: 36 }), [], later),
  },
} as const satisfies SettingCategory;
