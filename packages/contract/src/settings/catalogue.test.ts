import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import type { CallAddress } from '../call/defineCall.ts';
import { everyCall } from '../calls/all.ts';
import { permissionName, permissions } from '../permissions/catalogue.ts';
import type { FieldSpec } from '../resource/fields.ts';
import {
  type SettingName,
  type SettingValues,
  settingCategories,
  settingNames,
  settingSpecs,
} from './catalogue.ts';
import { type SettingCategory, settingEffects } from './setting.ts';

const categories = Object.entries<SettingCategory>(settingCategories);

test('a setting belongs to one category', () => {
  const all = categories.flatMap(([, { settings }]) => Object.keys(settings));
  expect(all.toSorted()).toEqual(settingNames.toSorted());
});

test('every category requires a permission that roles can hold', () => {
  const known = new Set([...permissions.map(permissionName), 'superuser']);
  expect(categories.filter(([, { permission }]) => !known.has(permission))).toEqual([]);
});

test('a panel has texts for its name, each of its settings, and each promised help', () => {
  const texts = JSON.parse(
    readFileSync(new URL('../locales/en/panels.json', import.meta.url), 'utf8'),
  ) as Record<string, { _?: string; fields?: Record<string, string>; help?: Record<string, string> }>;
  for (const [name, { panel, settings }] of categories) {
    if (!panel) continue;
    const { _: title, fields = {}, help = {} } = texts[name] ?? {};
    expect(title, name).toBeTruthy();
    expect(Object.keys(fields)).toEqual(Object.keys(settings));
    const promised = Object.entries(settings).filter(([, { field }]) => field.help);
    expect(Object.keys(help)).toEqual(promised.map(([key]) => key));
  }
});

test('the address that tests the values of a panel is a declared call with the permission of the panel', () => {
  const tested = categories.flatMap(([name, { test: path, permission }]) =>
    path === undefined ? [] : [{ name, path, permission }],
  );
  expect(tested.map(({ name }) => name)).toEqual(['chat']);
  for (const { path, permission } of tested)
    expect(
      everyCall.find(({ addresses }) => addresses.includes(`POST ${path}` as CallAddress)),
    ).toMatchObject({
      permission,
    });
});

test('secrets are never public, and are bound only to settings of their own category', () => {
  for (const [, { settings }] of categories)
    for (const [name, { field, public: isPublic, component, bound = [] }] of Object.entries(settings)) {
      if (field.kind === 'secret')
        expect([name, isPublic, component, field.writeOnly]).toEqual([name, undefined, undefined, true]);
      else expect(bound, name).toEqual([]);
      for (const place of bound) expect(settings).toHaveProperty(place);
    }
});

test('the types of setting values come from their fields', () => {
  expectTypeOf<SettingValues['SECURITY_LOGIN_LIMIT_COUNT']>().toEqualTypeOf<number>();
  expectTypeOf<SettingValues['GPT_API_KEY']>().toEqualTypeOf<string>();
  expectTypeOf<SettingValues['SECURITY_MFA_AUTH']>().toEqualTypeOf<0 | 1 | 2>();
  expectTypeOf<SettingValues['ANNOUNCEMENT']['SUBJECT']>().toEqualTypeOf<string>();
  expectTypeOf<SettingName<'ticket'>>().toEqualTypeOf<
    | 'TICKETS_ENABLED'
    | 'TICKETS_DIRECT_APPROVE'
    | 'TICKET_AUTHORIZE_DEFAULT_TIME'
    | 'TICKET_AUTHORIZE_DEFAULT_TIME_UNIT'
  >();
  // @ts-expect-error no setting of this name
  settingSpecs.SECURITY_LOGIN_LIMIT_COUNTS;
});

/** A field as text: its kind, choices, bounds and flags. */
const inWords = (field: FieldSpec): string => {
  const bounds = { min: 0, max: 0, maxItem: 0, maxItems: 0, format: '', ...field };
  return [
    field.kind,
    ...('choices' in field ? [field.choices.join('/')] : []),
    ...('min' in field || 'max' in field ? [`${bounds.min}-${bounds.max || ''}`] : []),
    ...('maxItem' in field ? [`of ${bounds.maxItem}`] : []),
    ...('maxItems' in field ? [`up to ${bounds.maxItems}`] : []),
    ...(bounds.format ? [bounds.format] : []),
    ...(['required', 'readOnly', 'writeOnly', 'multiline', 'plain', 'int', 'open'] as const).filter(
      (flag) => flag in field && (field as { [name: string]: unknown })[flag] === true,
    ),
  ].join(' ');
};

/** Kind, bounds and default of every setting (reference 07 §3, except where a decision differs). */
const wire: { readonly [name: string]: readonly [field: string, initial: unknown] } = {
  SITE_URL: ['text 0-1024 url required', ''],
  GLOBAL_ORG_DISPLAY_NAME: ['text 0-1024', ''],
  HELP_DOCUMENT_URL: ['text 0-1024 url', ''],
  HELP_SUPPORT_URL: ['text 0-1024 url', ''],
  EMAIL_HOST: ['text 0-1024', ''],
  EMAIL_PORT: ['text 0-5', ''],
  EMAIL_HOST_USER: ['text 0-128', ''],
  EMAIL_HOST_PASSWORD: ['secret 0-1024 writeOnly', ''],
  EMAIL_FROM: ['text 0-128', ''],
  EMAIL_USE_SSL: ['boolean', false],
  EMAIL_USE_TLS: ['boolean', false],
  EMAIL_SUBJECT_PREFIX: ['text 0-1024', ''],
  EMAIL_SUFFIX: ['text 0-1024', 'example.com'],
  ANNOUNCEMENT_ENABLED: ['boolean', false],
  ANNOUNCEMENT: ['nested required', { ID: '', SUBJECT: '', CONTENT: '', LINK: '' }],
  TICKETS_ENABLED: ['boolean', true],
  TICKETS_DIRECT_APPROVE: ['boolean', false],
  TICKET_AUTHORIZE_DEFAULT_TIME: ['integer 1-999999', 7],
  TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: ['choice day/hour plain', 'day'],
  SECURITY_COMMAND_EXECUTION: ['boolean', true],
  SECURITY_COMMAND_BLACKLIST: [
    'list of 1024 required',
    ['reboot', 'shutdown', 'poweroff', 'halt', 'dd', 'half', 'top'],
  ],
  VAULT_ENABLED: ['boolean readOnly', false],
  HISTORY_ACCOUNT_CLEAN_LIMIT: ['integer 1-999', 999],
  CHAT_AI_ENABLED: ['boolean', false],
  GPT_MODEL: ['choice gpt-3.5-turbo/gpt-3.5-turbo-16k/gpt-4/gpt-4-32k plain open', 'gpt-3.5-turbo'],
  GPT_BASE_URL: ['text 0-1024 url', ''],
  GPT_API_KEY: ['secret 0-1024 writeOnly', ''],
  GPT_PROXY: ['text 0-1024 url', ''],
  VIRTUAL_APP_ENABLED: ['boolean', false],
  FORGOT_PASSWORD_URL: ['text 0-1024', ''],
  AUTH_PASSKEY: ['boolean', false],
  AUTH_WECOM: ['boolean', false],
  AUTH_DINGTALK: ['boolean', false],
  AUTH_FEISHU: ['boolean', false],
  AUTH_LARK: ['boolean', false],
  AUTH_SLACK: ['boolean', false],
  AUTH_LDAP_SYNC_ORG_IDS: ['list of 36 up to 36', ['00000000-0000-0000-0000-000000000002']],
  SECURITY_SERVICE_ACCOUNT_REGISTRATION: ['boolean required', true],
  TERMINAL_PASSWORD_AUTH: ['boolean', true],
  TERMINAL_PUBLIC_KEY_AUTH: ['boolean', true],
  TERMINAL_ASSET_LIST_SORT_BY: ['choice name/ip plain', 'name'],
  TERMINAL_ASSET_LIST_PAGE_SIZE: ['choice all/auto/10/15/25/50 plain', 'auto'],
  TERMINAL_RAZOR_ENABLED: ['boolean required', false],
  TERMINAL_MAGNUS_ENABLED: ['boolean required', false],
  TERMINAL_KOKO_SSH_ENABLED: ['boolean required', false],
  SECURITY_MFA_AUTH: ['choice 0/1/2 plain int', 0],
  SECURITY_MFA_IN_LOGIN_PAGE: ['boolean', false],
  SECURITY_MFA_VERIFY_TTL: ['integer 5-36000 required', 3600],
  OTP_ISSUER_NAME: ['text 0-16', 'Gatehouse'],
  OTP_VALID_WINDOW: ['integer 0-10 required', 2],
  SECURITY_UNCOMMON_USERS_TTL: ['integer 30-99999', 999],
  SECURITY_LOGIN_LIMIT_COUNT: ['integer 3-99999 required', 7],
  SECURITY_LOGIN_LIMIT_TIME: ['integer 5-99999 required', 30],
  SECURITY_LOGIN_IP_LIMIT_COUNT: ['integer 3-99999 required', 99_999],
  SECURITY_LOGIN_IP_LIMIT_TIME: ['integer 5-99999 required', 30],
  SECURITY_LOGIN_IP_WHITE_LIST: ['ipGroup', []],
  SECURITY_LOGIN_IP_BLACK_LIST: ['ipGroup', []],
  SECURITY_DATE_SIGNATURE: ['boolean', true],
  USER_LOGIN_SINGLE_MACHINE_ENABLED: ['boolean', false],
  ONLY_ALLOW_EXIST_USER_AUTH: ['boolean', false],
  ONLY_ALLOW_AUTH_FROM_SOURCE: ['boolean', false],
  SECURITY_PASSWORD_EXPIRATION_TIME: ['integer 1-99999 required', 9999],
  OLD_PASSWORD_HISTORY_LIMIT_COUNT: ['integer 0-99999 required', 5],
  SECURITY_PASSWORD_MIN_LENGTH: ['integer 6-30 required', 6],
  SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: ['integer 6-30 required', 6],
  SECURITY_PASSWORD_UPPER_CASE: ['boolean', false],
  SECURITY_PASSWORD_LOWER_CASE: ['boolean', false],
  SECURITY_PASSWORD_NUMBER: ['boolean', false],
  SECURITY_PASSWORD_SPECIAL_CHAR: ['boolean', false],
  SECURITY_WATERMARK_ENABLED: ['boolean required', true],
  SECURITY_SESSION_SHARE: ['boolean required', true],
  SECURITY_LUNA_REMEMBER_AUTH: ['boolean required', true],
  SECURITY_MAX_IDLE_TIME: ['integer 1-99999', 30],
  SECURITY_MAX_SESSION_TIME: ['integer 1-99999', 24],
  SESSION_EXPIRE_AT_BROWSER_CLOSE: ['boolean', false],
  LOGIN_LOG_KEEP_DAYS: ['integer 1-9999 required', 180],
  OPERATE_LOG_KEEP_DAYS: ['integer 1-9999 required', 180],
  ACTIVITY_LOG_KEEP_DAYS: ['integer 1-9999 required', 180],
  FTP_LOG_KEEP_DAYS: ['integer 1-9999 required', 180],
  PASSWORD_CHANGE_LOG_KEEP_DAYS: ['integer 1-9999 required', 999],
  TERMINAL_SESSION_KEEP_DURATION: ['integer 1-99999 required', 200],
  INTERFACE_LOGIN_TITLE: ['text 0-1024', 'Gatehouse'],
  INTERFACE_THEME: ['text 0-128', 'classic_green'],
  LICENCE: ['text multiline', ''],
  PERM_SINGLE_ASSET_TO_UNGROUP_NODE: ['boolean', false],
  TOKEN_EXPIRATION: ['integer 1-', 86_400],
  SESSION_COOKIE_AGE: ['integer 1-', 86_400],
  AUTH_TEMP_TOKEN: ['boolean', false],
  CACHE_LOGIN_PASSWORD_ENABLED: ['boolean', false],
  SECURITY_VIEW_AUTH_NEED_MFA: ['boolean', true],
  LIMIT_SUPER_PRIV: ['boolean', false],
  WINDOWS_SKIP_ALL_MANUAL_PASSWORD: ['boolean', false],
  CONNECTION_TOKEN_ONETIME_EXPIRATION: ['integer 1-', 300],
  CONNECTION_TOKEN_REUSABLE: ['boolean', false],
  CONNECTION_TOKEN_REUSABLE_EXPIRATION: ['integer 1-', 2_592_000],
  TERMINAL_HEARTBEAT_INTERVAL: ['integer 1-', 20],
  TERMINAL_OMNIDB_ENABLED: ['boolean', false],
  TICKET_APPLY_ASSET_SCOPE: ['choice all/permed/permed_valid plain', 'all'],
  FILE_UPLOAD_SIZE_LIMIT_MB: ['integer 0-', 200],
  IMPORT_FILE_SIZE_LIMIT_MB: ['integer 0-', 30],
  FTP_FILE_MAX_STORE: ['integer 0-', 100],
};

test('every setting has the kind, bounds and default that clients know', () => {
  const found = settingNames.map((name) => [
    name,
    [inWords(settingSpecs[name].field), settingSpecs[name].initial],
  ]);
  expect(Object.fromEntries(found)).toEqual(wire);
});

test('an announcement requires a subject and a text; its id is read-only and its link a URL', () => {
  const { field } = settingSpecs.ANNOUNCEMENT;
  const parts = field.kind === 'nested' ? Object.entries(field.fields) : [];
  expect(parts.map(([name, part]) => [name, inWords(part)])).toEqual([
    ['ID', 'text 0-36 readOnly'],
    ['SUBJECT', 'text 0-1024 required'],
    ['CONTENT', 'text required multiline'],
    ['LINK', 'text 0-1024 url'],
  ]);
});

test('a form offers the default of a setting, except for required settings, secrets and lists', () => {
  const offered = (name: SettingName) => settingSpecs[name].field.default;
  expect([offered('OTP_ISSUER_NAME'), offered('SECURITY_MFA_AUTH'), offered('EMAIL_USE_SSL')]).toEqual([
    'Gatehouse',
    0,
    false,
  ]);
  for (const name of [
    'SITE_URL',
    'EMAIL_HOST_PASSWORD',
    'SECURITY_LOGIN_IP_WHITE_LIST',
    'ANNOUNCEMENT',
  ] as const)
    expect(settingSpecs[name].field, name).not.toHaveProperty('default');
});

test('each category of settings requires the permission that clients expect', () => {
  const needs = Object.fromEntries(categories.map(([name, { permission }]) => [name, permission]));
  expect(needs).toEqual({
    basic: 'settings.view_setting',
    email: 'settings.change_email',
    announcement: 'settings.change_announcement',
    ticket: 'settings.change_ticket',
    ops: 'settings.change_ops',
    vault: 'settings.change_vault',
    chat: 'settings.change_chatai',
    virtualapp: 'settings.change_virtualapp',
    auth: 'settings.change_auth',
    ldap: 'settings.change_auth',
    terminal: 'settings.change_terminal',
    security_auth: 'settings.change_security',
    security_login_limit: 'settings.change_security',
    security_password: 'settings.change_security',
    security_session: 'settings.change_security',
    clean: 'settings.change_clean',
    interface: 'settings.change_interface',
    license: 'settings.change_license',
    other: 'settings.change_other',
    fixed: 'superuser',
  });
});

test('a phrase says when a changed setting takes effect', () => {
  expect(Object.entries(settingEffects).filter(([, words]) => !/\S \S|nothing yet/.test(words))).toEqual([]);
});

test('the secrets of mail and assistant are bound to the settings that say where they are sent', () => {
  const bound = settingNames.flatMap((name) => {
    const places = settingSpecs[name].bound;
    return places ? [[name, places]] : [];
  });
  expect(Object.fromEntries(bound)).toEqual({
    EMAIL_HOST_PASSWORD: ['EMAIL_HOST', 'EMAIL_PORT', 'EMAIL_HOST_USER'],
    GPT_API_KEY: ['GPT_BASE_URL', 'GPT_PROXY'],
  });
});
