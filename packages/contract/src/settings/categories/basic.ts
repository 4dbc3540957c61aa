import { PLAIN_THEME } from '../../look/themes.ts';
import { field } from '../../resource/fields.ts';
import { type SettingCategory, setting } from '../setting.ts';

const picture = field.text({ max: 128 });
const url = field.text({ max: 1024, format: 'url' });

/** Required in a whole update, yet it may be empty: that is how mail is switched off, or the site found by itself. */
const told = { required: true } as const;

/** Addresses and names of the installation. */
export const basic = {
  permission: 'settings.view_setting',
  change: 'superuser',
  settings: {
    SITE_URL: setting(field.text({ max: 1024, format: 'url', told, help: true }), '', {
      effect: 'request',
      component: true,
    }),
    USER_GUIDE_URL: setting(field.text({ max: 1024, format: 'url', nullable: true }), '', {
      effect: 'request',
    }),
    GLOBAL_ORG_DISPLAY_NAME: setting(field.text({ max: 1024, help: true }), '', { effect: 'request' }),
    HELP_DOCUMENT_URL: setting(url, '', { effect: 'page', public: true }),
    HELP_SUPPORT_URL: setting(url, '', { effect: 'page', public: true }),
  },
} as const satisfies SettingCategory;

/** How the pages look. */
export const appearance = {
  permission: 'settings.change_interface',
  closed: 'page',
  settings: {
    INTERFACE_LOGIN_TITLE: setting(field.text({ max: 1024 }), 'Gatehouse', {
      effect: 'request',
      public: 'INTERFACE',
    }),
    INTERFACE_THEME: setting(field.text({ max: 128 }), PLAIN_THEME, { effect: 'page', public: 'INTERFACE' }),
    INTERFACE_COLOUR: setting(field.text({ max: 7 }), '', { effect: 'page' }),
    INTERFACE_FOOTER: setting(field.text({ max: 4096, multiline: true }), '', {
      effect: 'request',
      public: 'INTERFACE',
    }),
    // Names of uploaded pictures; empty for those of the product.
    INTERFACE_LOGO_INDEX: setting(picture, '', { effect: 'page', public: 'INTERFACE' }),
    INTERFACE_LOGO_LOGOUT: setting(picture, '', { effect: 'request', public: 'INTERFACE' }),
    INTERFACE_FAVICON: setting(picture, '', { effect: 'request', public: 'INTERFACE' }),
    INTERFACE_LOGIN_IMAGE: setting(picture, '', { effect: 'request', public: 'INTERFACE' }),
  },
} as const satisfies SettingCategory;

/** The imported licence with its signature. */
export const license = {
  permission: 'settings.change_license',
  closed: true,
  settings: { LICENCE: setting(field.text({ multiline: true }), '', { effect: 'request' }) },
} as const satisfies SettingCategory;

/** Outgoing mail over SMTP, and how mails look. Mail is sent once server and user are set. */
export const email = {
  permission: 'settings.change_email',
  test: '/api/v1/settings/mail/testing/',
  settings: {
    EMAIL_PROTOCOL: setting(field.choice({ choices: ['smtp', 'exchange'], plain: true }), 'smtp', {
      effect: 'nothing',
    }),
    EMAIL_HOST: setting(field.text({ max: 1024, told }), '', { effect: 'request' }),
    EMAIL_PORT: setting(field.text({ max: 5, told, help: true }), '', { effect: 'request' }),
    EMAIL_HOST_USER: setting(field.text({ max: 128, told }), '', { effect: 'request' }),
    EMAIL_HOST_PASSWORD: setting(field.secret({ max: 1024, writeOnly: true }), '', {
      effect: 'request',
      bound: ['EMAIL_HOST', 'EMAIL_PORT', 'EMAIL_HOST_USER'],
    }),
    EMAIL_FROM: setting(field.text({ max: 128, help: true }), '', { effect: 'request' }),
    EMAIL_RECIPIENT: setting(field.text({ max: 128, help: true }), '', { effect: 'request' }),
    EMAIL_USE_SSL: setting(field.boolean({ help: true }), false, { effect: 'request' }),
    EMAIL_USE_TLS: setting(field.boolean({ help: true }), false, { effect: 'request' }),
    EMAIL_SUBJECT_PREFIX: setting(field.text({ max: 1024, told }), '', { effect: 'request' }),
    EMAIL_SUFFIX: setting(field.text({ max: 1024, help: true }), 'example.com', { effect: 'signIn' }),
  },
} as const satisfies SettingCategory;

/** The mail that tells new users of their account; an empty text stands for that of the product. */
export const emailContent = {
  permission: 'settings.change_email',
  settings: {
    EMAIL_CUSTOM_USER_CREATED_SUBJECT: setting(field.text({ max: 1024 }), '', { effect: 'request' }),
    EMAIL_CUSTOM_USER_CREATED_HONORIFIC: setting(field.text({ max: 1024 }), '', { effect: 'request' }),
    EMAIL_CUSTOM_USER_CREATED_BODY: setting(field.text({ max: 4096, multiline: true }), '', {
      effect: 'request',
    }),
    EMAIL_CUSTOM_USER_CREATED_SIGNATURE: setting(
      field.text({ max: 512, multiline: true, nullable: true }),
      null,
      { effect: 'request' },
    ),
  },
} as const satisfies SettingCategory;

/** Messages of the system as calls of an address of the customer. */
export const webhook = {
  permission: 'settings.change_systemmsgsubscription',
  test: '/api/v1/settings/webhook/testing/',
  settings: {
    WEBHOOK_ENABLED: setting(field.boolean(), false, { effect: 'request' }),
    WEBHOOK_URL: setting(url, '', { effect: 'request' }),
    WEBHOOK_SECRET: setting(field.secret({ max: 256, writeOnly: true }), '', {
      effect: 'request',
      bound: ['WEBHOOK_URL'],
    }),
  },
} as const satisfies SettingCategory;

/** Everything auditable as a stream of events to a system of the customer, such as a SIEM. */
export const auditStream = {
  permission: 'settings.change_systemmsgsubscription',
  change: 'superuser',
  test: '/api/v1/settings/audit-stream/testing/',
  settings: {
    AUDIT_STREAM_ENABLED: setting(field.boolean(), false, { effect: 'event' }),
    AUDIT_STREAM_HOST: setting(field.text({ max: 256 }), '', { effect: 'event' }),
    AUDIT_STREAM_PORT: setting(field.integer({ min: 1, max: 65_535 }), 6514, { effect: 'event' }),
    AUDIT_STREAM_TLS: setting(field.boolean({ help: true }), true, { effect: 'event' }),
    AUDIT_STREAM_CA: setting(field.text({ max: 65_536, multiline: true, help: true }), '', {
      effect: 'event',
    }),
    AUDIT_STREAM_FORMAT: setting(
      field.choice({ choices: ['syslog', 'cef', 'json'], plain: true, help: true }),
      'syslog',
      { effect: 'event' },
    ),
  },
} as const satisfies SettingCategory;

/** Where users see assets that they are granted one by one. */
export const other = {
  permission: 'settings.change_other',
  settings: { PERM_SINGLE_ASSET_TO_UNGROUP_NODE: setting(field.boolean(), false, { effect: 'request' }) },
} as const satisfies SettingCategory;
