import type { SettingCategory } from '../setting.ts';
import { basic, email, emailContent, other } from './basic.ts';
import { clean } from './clean.ts';
import { dingtalk, feishu, lark, wecom } from './messengers.ts';
import { securityParts } from './security.ts';
import { auth, ldap } from './signIn.ts';
import { cas, keycloak, oauth2, oidc, passkey, radius, saml2, sso } from './singleSignOn.ts';
import { alibaba, cmpp2, custom, customFile, sms, tencent } from './sms.ts';
import { terminal } from './terminal.ts';

const parts: readonly SettingCategory[] = [
  ...[basic, email, emailContent, sms, alibaba, tencent, cmpp2, custom, customFile],
  ...[auth, ldap, cas, oidc, keycloak, saml2, oauth2, radius, wecom, dingtalk, feishu, lark, passkey, sso],
  ...[terminal, ...securityParts, clean, other],
];

/** What the category of this name holds for clients of the protocol: nearly all (reference 07 §2). */
export const all = {
  permission: 'superuser',
  also: parts.flatMap(({ settings }) => Object.keys(settings)),
  settings: {},
} as const satisfies SettingCategory;
