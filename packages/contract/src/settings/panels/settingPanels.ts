import { backup } from './backup.ts';
import { auth, basic, clean, terminal } from './basic.ts';
import { announcement, chat, ops, ticket, vault } from './features.ts';
import { auditStream, email, emailContent, webhook } from './messages.ts';
import type { SettingPanel } from './panel.ts';
import {
  secondPerson,
  securityAccessReview,
  securityAuth,
  securityLoginLimit,
  securityPassword,
  securitySession,
} from './security.ts';
import { oauth2 } from './signIn/oauth2.ts';
import { alibaba, cmpp2, custom, customFile, huawei, sms, tencent } from './sms.ts';

/** Every panel of settings, in the order of pages and tabs. */
export const settingPanels = {
  basic,
  email,
  email_content: emailContent,
  sms,
  alibaba,
  tencent,
  huawei,
  cmpp2,
  custom,
  custom_file: customFile,
  webhook,
  audit_stream: auditStream,
  announcement,
  ticket,
  ops,
  vault,
  chat,
  auth,
  oauth2,
  terminal,
  security_auth: securityAuth,
  security_login_limit: securityLoginLimit,
  security_password: securityPassword,
  security_session: securitySession,
  second_person: secondPerson,
  security_access_review: securityAccessReview,
  clean,
  backup,
} as const satisfies Record<string, SettingPanel>;

/** Name of a panel. */
export type SettingPanelName = keyof typeof settingPanels;

type PartsOf<P> = P extends { groups: infer G } ? G[keyof G] : never;

/** Names of the settings in a panel. */
export type SettingIn<P extends SettingPanelName> =
  PartsOf<(typeof settingPanels)[P]> extends readonly (infer N)[] ? N & string : never;

/** Names of all panels, in order. */
export const settingPanelNames = Object.keys(settingPanels) as SettingPanelName[];

/** Categories that a panel shows, at least in part. */
export const shownCategories: ReadonlySet<string> = new Set(
  Object.values<SettingPanel>(settingPanels).map(({ category }) => category),
);
