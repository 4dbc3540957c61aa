import { type SettingCategoryName, type SettingName, settingSpecs } from './catalogue.ts';
import { settingEffects } from './setting.ts';

/** What settings without an effect wait for, in words for `docs/settings.md`. */
const awaited = {
  apps: 'comes with virtual applications',
  clients: 'comes with native clients',
  cloud: 'comes with the synchronization of clouds',
  identity: 'comes with more ways to sign in',
  manual: 'comes with credentials that the web terminal remembers',
  places: 'comes with reports of unusual sign-ins',
  sharing: 'comes with shared sessions',
  sms: 'comes with text messages',
  windows: 'comes with protocols for Windows',
} as const;

type Awaited = keyof typeof awaited;

const byCategory: { readonly [C in SettingCategoryName]?: Awaited } = {
  sms: 'sms',
  alibaba: 'sms',
  tencent: 'sms',
  huawei: 'sms',
  cmpp2: 'sms',
  custom: 'sms',
  custom_file: 'sms',
  virtualapp: 'apps',
  auth: 'identity',
  ldap: 'identity',
  cas: 'identity',
  oidc: 'identity',
  saml2: 'identity',
  oauth2: 'identity',
  radius: 'identity',
  wecom: 'identity',
  dingtalk: 'identity',
  feishu: 'identity',
  lark: 'identity',
  slack: 'identity',
  passkey: 'identity',
  sso: 'identity',
  terminal: 'clients',
  security_auth: 'identity',
  security_login_limit: 'identity',
};

/** Settings that wait for something other than the rest of their category. */
const byName: { readonly [N in SettingName]?: Awaited } = {
  VERIFY_CODE_TTL: 'sms',
  SECURITY_CHECK_DIFFERENT_CITY_LOGIN: 'places',
  SECURITY_SESSION_SHARE: 'sharing',
  SECURITY_LUNA_REMEMBER_AUTH: 'manual',
  CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS: 'cloud',
  WINDOWS_SKIP_ALL_MANUAL_PASSWORD: 'windows',
  TERMINAL_OMNIDB_ENABLED: 'clients',
};

/** Settings that clients of the reference's API send and that stay without an effect, with what holds instead. */
const settled: { readonly [N in SettingName]?: string } = {
  EMAIL_PROTOCOL: 'mail leaves by SMTP, which Exchange takes like any mail server (decision 0291)',
  SECURITY_INSECURE_COMMAND:
    'every refused command is told to the subscribers of its message, which Subscriptions switches off',
};

/** Why a setting has no effect; undefined for one that has. */
export const whyNoEffect = (name: SettingName): string | undefined => {
  const { effect, category } = settingSpecs[name];
  if (effect !== 'nothing') return undefined;
  const instead = settled[name];
  if (instead) return `nothing: ${instead}`;
  const reason = byName[name] ?? byCategory[category];
  return reason && `${settingEffects.nothing}: ${awaited[reason]}`;
};
