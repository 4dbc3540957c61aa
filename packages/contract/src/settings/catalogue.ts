import { all } from './categories/all.ts';
import { backup } from './categories/backup.ts';
import {
  appearance,
  auditStream,
  basic,
  email,
  emailContent,
  license,
  other,
  webhook,
} from './categories/basic.ts';
import { clean } from './categories/clean.ts';
import { announcement, chat, ops, ticket, vault, virtualapp } from './categories/features.ts';
import { fixed } from './categories/fixed.ts';
import { dingtalk, feishu, lark, slack, wecom } from './categories/messengers.ts';
import {
  accessReview,
  secondPerson,
  security,
  securityAuth,
  securityBasic,
  securityLoginLimit,
  securityPassword,
  securitySession,
} from './categories/security.ts';
import { auth, ldap } from './categories/signIn.ts';
import { cas, keycloak, oauth2, oidc, passkey, radius, saml2, sso } from './categories/singleSignOn.ts';
import { alibaba, cmpp2, custom, customFile, huawei, sms, tencent } from './categories/sms.ts';
import { terminal } from './categories/terminal.ts';
import type { SettingCategory, SettingSpec } from './setting.ts';

/** Every product setting, by category as `?category=` names it. */
export const settingCategories = {
  basic,
  email,
  email_content: emailContent,
  webhook,
  audit_stream: auditStream,
  sms,
  alibaba,
  tencent,
  huawei,
  cmpp2,
  custom,
  custom_file: customFile,
  announcement,
  ticket,
  ops,
  vault,
  chat,
  virtualapp,
  auth,
  ldap,
  cas,
  oidc,
  keycloak,
  saml2,
  oauth2,
  radius,
  wecom,
  dingtalk,
  feishu,
  lark,
  slack,
  passkey,
  sso,
  terminal,
  security,
  security_auth: securityAuth,
  security_login_limit: securityLoginLimit,
  security_password: securityPassword,
  security_session: securitySession,
  security_basic: securityBasic,
  second_person: secondPerson,
  security_access_review: accessReview,
  clean,
  backup,
  interface: appearance,
  license,
  other,
  all,
  fixed,
} as const satisfies Record<string, SettingCategory>;

type Categories = typeof settingCategories;

/** Name of a category. */
export type SettingCategoryName = keyof Categories;

type Merged<U> = (U extends unknown ? (part: U) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Specs = Merged<Categories[SettingCategoryName]['settings']>;

/** Names of the product settings: all, or those of a category. */
export type SettingName<C extends SettingCategoryName = SettingCategoryName> = C extends unknown
  ? keyof Categories[C]['settings'] & string
  : never;

/** Names of the settings that every user may read in the object `Place` of the answer. */
export type SettingPlacedIn<Place extends string> = {
  [K in SettingName]: K extends keyof Specs ? (Specs[K] extends { public: Place } ? K : never) : never;
}[SettingName];

/** Value types of the settings by name. */
export type SettingValues = {
  [K in SettingName]: K extends keyof Specs ? (Specs[K] extends { initial: infer V } ? V : never) : never;
};

const named = Object.entries(settingCategories).flatMap(([category, { settings }]) =>
  Object.entries(settings).map(([name, spec]) => [name, { ...(spec as SettingSpec), category }] as const),
);

/** Every setting by name, with its category. */
export const settingSpecs = Object.fromEntries(named) as unknown as Readonly<
  Record<SettingName, SettingSpec & { category: SettingCategoryName }>
>;

/** Names of all settings. */
export const settingNames = Object.keys(settingSpecs) as SettingName[];

/** Default values of all settings. */
export const settingDefaults = Object.fromEntries(
  settingNames.map((name) => [name, settingSpecs[name].initial]),
) as SettingValues;
