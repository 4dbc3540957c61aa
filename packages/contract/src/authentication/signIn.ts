/** Ways to sign in, as login logs and web sessions name them. */
export const signInMethods = [
  'password',
  'public_key',
  'access_key',
  'token',
  'temp_token',
  'sso',
  'passkey',
  'ldap',
  'radius',
  'cas',
  'openid',
  'saml2',
  'oauth2',
  'wecom',
  'dingtalk',
  'feishu',
  'lark',
  'slack',
  'custom',
] as const;

/** One of the ways to sign in. */
export type SignInMethod = (typeof signInMethods)[number];

/** Ways that lead over a page of another system: its users prove there who they are. */
export const thirdPartyMethods: readonly SignInMethod[] = [
  'cas',
  'openid',
  'saml2',
  'oauth2',
  'wecom',
  'dingtalk',
  'feishu',
  'lark',
  'slack',
];

/** Why a sign-in was refused, as login logs name it. */
export const signInFailures = [
  'password_failed',
  'password_decrypt_failed',
  'mfa_failed',
  'mfa_unset',
  'user_not_exist',
  'password_expired',
  'user_invalid',
  'user_inactive',
  'user_expired',
  'backend_not_match',
  'identity_refused',
  'provider_failed',
  'acl_not_allow',
  'review_refused',
  'review_timed_out',
  'review_deserted',
  'only_local_users_are_allowed',
  'login_blocked',
] as const;

/** One of the reasons why a sign-in was refused. */
export type SignInFailure = (typeof signInFailures)[number];
