import { field } from '../../resource/fields.ts';
import { type SettingCategory, setting } from '../setting.ts';

const seconds = field.integer({ min: 1 });
const megabytes = field.integer({ min: 0 });

/** Settings of no other category; environment variables set some of them. */
export const fixed = {
  permission: 'superuser',
  closed: true,
  settings: {
    TOKEN_EXPIRATION: setting(seconds, 86_400, { effect: 'request' }),
    SESSION_COOKIE_AGE: setting(seconds, 86_400, { effect: 'signIn' }),
    AUTH_TEMP_TOKEN: setting(field.boolean(), false, { effect: 'signIn', public: true }),
    CACHE_LOGIN_PASSWORD_ENABLED: setting(field.boolean(), false, {
      effect: 'start',
      public: true,
      variable: 'GATEHOUSE_CACHE_LOGIN_PASSWORD',
    }),
    SECURITY_VIEW_AUTH_NEED_MFA: setting(field.boolean(), true, { effect: 'request', public: true }),
    // Users without MFA then confirm with their password what requires MFA (docs/decisions/0233).
    SECURITY_VIEW_AUTH_BY_PASSWORD: setting(field.boolean(), false, {
      effect: 'start',
      variable: 'GATEHOUSE_VIEW_SECRETS_BY_PASSWORD',
    }),
    LIMIT_SUPER_PRIV: setting(field.boolean(), false, {
      effect: 'start',
      variable: 'GATEHOUSE_LIMIT_SUPER_PRIV',
    }),
    WINDOWS_SKIP_ALL_MANUAL_PASSWORD: setting(field.boolean(), false, { effect: 'nothing', public: true }),
    CONNECTION_TOKEN_ONETIME_EXPIRATION: setting(seconds, 300, { effect: 'request' }),
    CONNECTION_TOKEN_REUSABLE: setting(field.boolean(), false, { effect: 'request', public: true }),
    CONNECTION_TOKEN_REUSABLE_EXPIRATION: setting(seconds, 30 * 86_400, { effect: 'request' }),
    TERMINAL_HEARTBEAT_INTERVAL: setting(seconds, 20, { effect: 'component', component: true }),
    TERMINAL_OMNIDB_ENABLED: setting(field.boolean(), false, {
      effect: 'nothing',
      public: true,
      component: true,
    }),
    TICKET_APPLY_ASSET_SCOPE: setting(
      field.choice({ choices: ['all', 'permed', 'permed_valid'], plain: true }),
      'all',
      { effect: 'start', variable: 'GATEHOUSE_TICKET_APPLY_ASSET_SCOPE' },
    ),
    FILE_UPLOAD_SIZE_LIMIT_MB: setting(megabytes, 200, { effect: 'request', public: true }),
    IMPORT_FILE_SIZE_LIMIT_MB: setting(megabytes, 30, { effect: 'request' }),
    // Transferred files larger than this are not kept (B-9-017).
    FTP_FILE_MAX_STORE: setting(megabytes, 100, { effect: 'request', component: true }),
  },
} as const satisfies SettingCategory;
