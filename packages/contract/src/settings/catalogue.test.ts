import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import { everyCall } from '../calls/all.ts';
import { permissionName, permissions } from '../permissions/catalogue.ts';
import {
  type SettingName,
  type SettingValues,
  settingCategories,
  settingNames,
  settingSpecs,
} from './catalogue.ts';
import { whyNoEffect } from './later.ts';
import type { SettingPanel } from './panels/panel.ts';
import { settingPanels } from './panels/settingPanels.ts';
import { type SettingCategory, type SettingSpec, settingEffects } from './setting.ts';

const categories = Object.entries<SettingCategory>(settingCategories);

test('a setting belongs to one category', () => {
  const all = categories.flatMap(([, { settings }]) => Object.keys(settings));
  expect(all.toSorted()).toEqual(settingNames.toSorted());
});

test('every category requires a permission that roles can hold', () => {
  const known = new Set([...permissions.map(permissionName), 'superuser']);
  expect(categories.filter(([, { permission }]) => !known.has(permission))).toEqual([]);
});

test('a category that clients read has texts for its name, each of its settings, and each promised help', () => {
  const texts = JSON.parse(
    readFileSync(new URL('../locales/en/panels.json', import.meta.url), 'utf8'),
  ) as Record<string, { _?: string; fields?: Record<string, string>; help?: Record<string, string> }>;
  const parts = ({ field }: SettingSpec) => (field.kind === 'nested' ? Object.keys(field.fields) : []);
  for (const [name, { closed, settings }] of categories) {
    const { _: title, fields = {}, help = {} } = texts[name] ?? {};
    expect(Boolean(title), name).toBe(closed !== true);
    if (closed === true) continue;
    expect(Object.keys(fields)).toEqual([
      ...Object.keys(settings),
      ...Object.values(settings).flatMap(parts),
    ]);
    const promised = Object.entries(settings).filter(([, { field }]) => field.help);
    expect(Object.keys(help)).toEqual(promised.map(([key]) => key));
  }
});

test('every panel has texts for its name and each of its groups, and those of help belong to a group', () => {
  const texts = JSON.parse(
    readFileSync(new URL('../locales/en/panels.json', import.meta.url), 'utf8'),
  ) as Record<
    string,
    { _?: string; groups?: Record<string, string>; groupHelp?: Record<string, string> } | undefined
  >;
  const common = JSON.parse(readFileSync(new URL('../locales/en/common.json', import.meta.url), 'utf8')) as {
    groups: Record<string, string>;
  };
  for (const [name, { groups }] of Object.entries<SettingPanel>(settingPanels)) {
    const known = { ...common.groups, ...texts[name]?.groups };
    expect(texts[name]?._, name).toBeTruthy();
    for (const group of Object.keys(groups)) expect(known, `${name}.${group}`).toHaveProperty(group);
    for (const group of Object.keys(texts[name]?.groupHelp ?? {})) expect(groups).toHaveProperty(group);
  }
});

/** Settings with an effect that only clients of the protocol change (reference 07 §19.10). */
const withoutPanel = [
  'PERM_SINGLE_ASSET_TO_UNGROUP_NODE',
  'AUTH_LDAP_SYNC_ORG_IDS',
  'VERIFY_CODE_TTL',
  'SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER',
];

test('a setting with an effect stands in one panel, and one without in none', () => {
  const places = Object.values<SettingPanel>(settingPanels).flatMap(({ groups, tab, dialog = false }) =>
    Object.values(groups)
      .flat()
      .map((name) => ({ name, tab, dialog })),
  );
  const placed = [...new Set(places.map(({ name }) => name))];
  // The dialogs of one tab may share a setting: only one of them is open.
  const shared = placed.filter((name) => places.filter((place) => place.name === name).length > 1);
  expect(shared).toEqual(['SMS_TEST_PHONE']);
  for (const { name, tab, dialog } of places)
    if (shared.includes(name)) expect([tab, dialog]).toEqual(['SMS', true]);
  const open = categories
    .filter(([, { closed }]) => !closed)
    .flatMap(([, { settings }]) => Object.entries(settings));
  const effective = open.filter(([, { effect }]) => effect !== 'nothing').map(([name]) => name);
  const waiting = effective.filter((name) => withoutPanel.includes(name));
  expect(placed.toSorted()).toEqual(effective.filter((name) => !waiting.includes(name)).toSorted());
});

test('a setting without an effect says what it waits for, and no other does', () => {
  for (const name of settingNames)
    expect([name, whyNoEffect(name) !== undefined]).toEqual([name, settingSpecs[name].effect === 'nothing']);
});

test('a protocol of mail that was decided against is not said to come', () => {
  expect(whyNoEffect('EMAIL_PROTOCOL')).toMatch(/^nothing: .*SMTP/);
  expect(whyNoEffect('AUTH_LDAP')).toMatch(/^nothing yet: comes with /);
});

test('the address that tests the values of a panel is a declared call with the permission to change the panel', () => {
  const tested = categories.flatMap(([name, { test: path, permission, change = permission }]) =>
    path === undefined ? [] : [{ name, path, permission: change }],
  );
  const providers = ['alibaba', 'tencent', 'huawei', 'cmpp2', 'custom', 'custom_file'];
  expect(tested.map(({ name }) => name)).toEqual([
    'email',
    'webhook',
    'audit_stream',
    ...providers,
    'vault',
    'chat',
  ]);
  const leadsTo = (path: string, address: string) =>
    new RegExp(`^${address.replace(/:\w+/g, '\\w+')}$`).test(`POST ${path}`);
  for (const { path, permission } of tested)
    expect(
      everyCall.find(({ addresses }) => addresses.some((address) => leadsTo(path, address))),
    ).toMatchObject({ permission });
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

const all = (permission: string, names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, permission]));

test('each category of settings requires the permission that clients expect', () => {
  const needs = Object.fromEntries(categories.map(([name, { permission }]) => [name, permission]));
  expect(needs).toEqual({
    basic: 'settings.view_setting',
    email: 'settings.change_email',
    email_content: 'settings.change_email',
    webhook: 'settings.change_systemmsgsubscription',
    audit_stream: 'settings.change_systemmsgsubscription',
    ...all('settings.change_sms', 'sms alibaba tencent huawei cmpp2 custom custom_file'),
    announcement: 'settings.change_announcement',
    ticket: 'settings.change_ticket',
    ops: 'settings.change_ops',
    vault: 'settings.change_vault',
    chat: 'settings.change_chatai',
    virtualapp: 'settings.change_virtualapp',
    ...all('settings.change_auth', 'auth ldap cas oidc keycloak saml2 oauth2 radius passkey sso'),
    ...all('settings.change_auth', 'wecom dingtalk feishu lark slack'),
    terminal: 'settings.change_terminal',
    ...all('settings.change_security', 'security security_auth security_login_limit security_password'),
    ...all(
      'settings.change_security',
      'security_session security_basic second_person security_access_review',
    ),
    clean: 'settings.change_clean',
    backup: 'settings.change_terminal',
    interface: 'settings.change_interface',
    license: 'settings.change_license',
    other: 'settings.change_other',
    all: 'superuser',
    fixed: 'superuser',
  });
  const narrower = categories.filter(([, { change }]) => change).map(([name, { change }]) => [name, change]);
  expect(narrower).toEqual([
    ['basic', 'superuser'],
    ['audit_stream', 'superuser'],
    ['backup', 'superuser'],
  ]);
});

test('clients neither read nor change what the installation sets, the licence, and the look of pages', () => {
  const closed = categories.filter(([, category]) => category.closed).map(([name]) => name);
  expect(closed).toEqual(['interface', 'license', 'fixed']);
});

test('settings read in several categories are those that clients expect there', () => {
  const shared = Object.fromEntries(categories.flatMap(([name, { also }]) => (also ? [[name, also]] : [])));
  const securityParts = categories.filter(([name]) => name.startsWith('security_'));
  expect(shared.security?.toSorted()).toEqual(
    securityParts.flatMap(([, { settings }]) => Object.keys(settings)).toSorted(),
  );
  expect(shared.keycloak).toHaveLength(12);
  expect(shared).toMatchObject({ ldap: ['AUTH_LDAP'], oidc: ['AUTH_OPENID'], alibaba: ['SMS_TEST_PHONE'] });
  for (const names of Object.values(shared)) for (const name of names) expect(settingNames).toContain(name);
});

test('a phrase says when a changed setting takes effect', () => {
  expect(Object.entries(settingEffects).filter(([, words]) => !/\S \S|nothing yet/.test(words))).toEqual([]);
});

test('every secret is bound to the settings that say where and as whom it is sent', () => {
  const bound = settingNames.flatMap((name) => {
    const { bound: places, field } = settingSpecs[name];
    return places || field.kind === 'secret' ? [[name, places]] : [];
  });
  expect(Object.fromEntries(bound)).toEqual({
    EMAIL_HOST_PASSWORD: ['EMAIL_HOST', 'EMAIL_PORT', 'EMAIL_HOST_USER'],
    WEBHOOK_SECRET: ['WEBHOOK_URL'],
    GPT_API_KEY: ['GPT_BASE_URL', 'GPT_PROXY'],
    VAULT_HCP_TOKEN: ['VAULT_HCP_HOST'],
    AUTH_LDAP_BIND_PASSWORD: ['AUTH_LDAP_SERVER_URI', 'AUTH_LDAP_BIND_DN'],
    AUTH_OPENID_CLIENT_SECRET: [
      'AUTH_OPENID_CLIENT_ID',
      'AUTH_OPENID_SERVER_URL',
      'AUTH_OPENID_PROVIDER_ENDPOINT',
      'AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT',
    ],
    AUTH_OAUTH2_CLIENT_SECRET: ['AUTH_OAUTH2_CLIENT_ID', 'AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT'],
    RADIUS_SECRET: ['RADIUS_SERVER', 'RADIUS_PORT'],
    WECOM_SECRET: ['WECOM_CORPID'],
    DINGTALK_APPSECRET: ['DINGTALK_APPKEY'],
    FEISHU_APP_SECRET: ['FEISHU_APP_ID'],
    LARK_APP_SECRET: ['LARK_APP_ID'],
    SLACK_CLIENT_SECRET: ['SLACK_CLIENT_ID'],
    SLACK_BOT_TOKEN: ['SLACK_CLIENT_ID'],
    ALIBABA_ACCESS_KEY_SECRET: ['ALIBABA_ACCESS_KEY_ID'],
    TENCENT_SECRET_KEY: ['TENCENT_SECRET_ID'],
    HUAWEI_APP_SECRET: ['HUAWEI_APP_KEY', 'HUAWEI_SMS_ENDPOINT'],
    CMPP2_SP_SECRET: ['CMPP2_HOST', 'CMPP2_PORT', 'CMPP2_SP_ID'],
    // The own key pair of the installation is sent to nobody.
    SAML2_SP_KEY_CONTENT: undefined,
    SAML2_SP_CERT_CONTENT: undefined,
  });
});
