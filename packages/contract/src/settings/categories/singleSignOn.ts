import { field } from '../../resource/fields.ts';
import { type SettingCategory, setting } from '../setting.ts';

const permission = 'settings.change_auth';
const later = { effect: 'nothing' } as const;
const signsIn = { effect: 'signIn' } as const;
const line = field.text({ max: 1024 });
const neededLine = field.text({ max: 1024, required: true });
const optionalLine = field.text({ max: 1024, nullable: true });
const flag = field.boolean();
const secret = field.secret({ max: 1024, writeOnly: true });

/** Signing in through a CAS server. */
export const cas = {
  permission,
  also: ['AUTH_CAS'],
  settings: {
    CAS_SERVER_URL: setting(line, 'https://example.com/cas/', later),
    CAS_ROOT_PROXIED_AS: setting(optionalLine, 'https://example.com', later),
    CAS_VERSION: setting(field.integer({ min: 1, max: 3 }), 3, later),
    CAS_LOGOUT_COMPLETELY: setting(flag, true, later),
    CAS_USERNAME_ATTRIBUTE: setting(line, 'cas:user', later),
    CAS_APPLY_ATTRIBUTES_TO_USER: setting(flag, false, later),
    CAS_RENAME_ATTRIBUTES: setting(field.json(), { 'cas:user': 'username' }, later),
    CAS_CREATE_USER: setting(flag, true, later),
  },
} as const satisfies SettingCategory;

/** Settings of OpenID Connect that a Keycloak server needs as well. */
const openIdClient = {
  BASE_SITE_URL: setting(optionalLine, null, later),
  AUTH_OPENID_CLIENT_ID: setting(line, 'client-id', later),
  AUTH_OPENID_CLIENT_SECRET: setting(secret, '', {
    effect: 'nothing',
    bound: [
      'AUTH_OPENID_CLIENT_ID',
      'AUTH_OPENID_SERVER_URL',
      'AUTH_OPENID_PROVIDER_ENDPOINT',
      'AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT',
    ],
  }),
  AUTH_OPENID_CLIENT_AUTH_METHOD: setting(
    field.choice({ choices: ['client_secret_basic', 'client_secret_post'], plain: true }),
    'client_secret_basic',
    later,
  ),
  AUTH_OPENID_SHARE_SESSION: setting(flag, true, later),
  AUTH_OPENID_IGNORE_SSL_VERIFICATION: setting(flag, false, later),
  AUTH_OPENID_USER_ATTR_MAP: setting(
    field.json({ required: true }),
    { name: 'name', username: 'preferred_username', email: 'email' },
    later,
  ),
  AUTH_OPENID_PKCE: setting(flag, false, later),
  AUTH_OPENID_CODE_CHALLENGE_METHOD: setting(
    field.choice({ choices: ['S256', 'plain'], plain: true }),
    'S256',
    later,
  ),
  AUTH_OPENID_KEYCLOAK: setting(flag, true, later),
  AUTH_OPENID_SERVER_URL: setting(line, 'https://keycloak.example.com', later),
  AUTH_OPENID_REALM_NAME: setting(optionalLine, null, later),
} as const;

/** Signing in through a Keycloak server. */
export const keycloak = {
  permission,
  also: Object.keys(openIdClient),
  settings: {},
} as const satisfies SettingCategory;

/** Signing in through OpenID Connect. */
export const oidc = {
  permission,
  also: ['AUTH_OPENID'],
  settings: {
    ...openIdClient,
    AUTH_OPENID_PROVIDER_ENDPOINT: setting(line, 'https://oidc.example.com/', later),
    AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT: setting(line, 'https://oidc.example.com/authorize', later),
    AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT: setting(line, 'https://oidc.example.com/token', later),
    AUTH_OPENID_PROVIDER_JWKS_ENDPOINT: setting(line, 'https://oidc.example.com/jwks', later),
    AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT: setting(line, 'https://oidc.example.com/userinfo', later),
    AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT: setting(line, 'https://oidc.example.com/logout', later),
    AUTH_OPENID_PROVIDER_SIGNATURE_ALG: setting(line, 'HS256', later),
    AUTH_OPENID_PROVIDER_SIGNATURE_KEY: setting(optionalLine, null, later),
    AUTH_OPENID_SCOPES: setting(line, 'openid profile email', later),
    AUTH_OPENID_ID_TOKEN_MAX_AGE: setting(field.integer({ min: 1 }), 60, later),
    AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS: setting(flag, true, later),
    AUTH_OPENID_USE_STATE: setting(flag, true, later),
    AUTH_OPENID_USE_NONCE: setting(flag, true, later),
    AUTH_OPENID_ALWAYS_UPDATE_USER: setting(flag, true, later),
  },
} as const satisfies SettingCategory;

const pem = field.secret({ max: 40_960, writeOnly: true });

/** Signing in through SAML 2.0. */
export const saml2 = {
  permission,
  also: ['AUTH_SAML2'],
  settings: {
    SAML2_IDP_METADATA_URL: setting(field.text({ max: 1024, format: 'url' }), '', later),
    SAML2_IDP_METADATA_XML: setting(field.text({ multiline: true }), '', later),
    SAML2_SP_ADVANCED_SETTINGS: setting(
      field.json(),
      {
        organization: { en: { name: 'Gatehouse', displayname: 'Gatehouse', url: 'https://example.com' } },
        strict: true,
        security: {},
      },
      later,
    ),
    SAML2_SP_KEY_CONTENT: setting(pem, '', later),
    SAML2_SP_CERT_CONTENT: setting(pem, '', later),
    SAML2_RENAME_ATTRIBUTES: setting(field.json(), { uid: 'username', email: 'email' }, later),
    SAML2_LOGOUT_COMPLETELY: setting(flag, true, later),
    AUTH_SAML2_ALWAYS_UPDATE_USER: setting(flag, true, later),
  },
} as const satisfies SettingCategory;

/** Signing in through OAuth 2.0. */
export const oauth2 = {
  permission,
  also: ['AUTH_OAUTH2'],
  settings: {
    AUTH_OAUTH2_LOGO_PATH: setting(field.text({ max: 1024, readOnly: true }), '', later),
    AUTH_OAUTH2_PROVIDER: setting(field.text({ max: 16, required: true, help: true }), 'OAuth2', signsIn),
    AUTH_OAUTH2_CLIENT_ID: setting(
      field.text({ max: 1024, required: true, help: true }),
      'client-id',
      signsIn,
    ),
    AUTH_OAUTH2_CLIENT_SECRET: setting(secret, '', {
      effect: 'signIn',
      bound: ['AUTH_OAUTH2_CLIENT_ID', 'AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT'],
    }),
    AUTH_OAUTH2_SCOPE: setting(line, '', signsIn),
    AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: setting(
      neededLine,
      'https://oauth2.example.com/authorize',
      signsIn,
    ),
    AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: setting(
      neededLine,
      'https://oauth2.example.com/access_token',
      signsIn,
    ),
    AUTH_OAUTH2_ACCESS_TOKEN_METHOD: setting(
      field.choice({ choices: ['GET', 'POST', 'POST_JSON'], plain: true }),
      'GET',
      signsIn,
    ),
    AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: setting(
      neededLine,
      'https://oauth2.example.com/userinfo',
      signsIn,
    ),
    AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT: setting(line, 'https://oauth2.example.com/logout', signsIn),
    AUTH_OAUTH2_LOGOUT_COMPLETELY: setting(flag, true, signsIn),
    AUTH_OAUTH2_USER_ATTR_MAP: setting(
      field.json({ required: true, help: true }),
      { name: 'name', username: 'username', email: 'email' },
      signsIn,
    ),
    AUTH_OAUTH2_ALWAYS_UPDATE_USER: setting(field.boolean({ help: true }), true, signsIn),
  },
} as const satisfies SettingCategory;

/** Passwords that a RADIUS server checks. */
export const radius = {
  permission,
  also: ['AUTH_RADIUS'],
  settings: {
    RADIUS_SERVER: setting(line, 'localhost', later),
    RADIUS_PORT: setting(field.integer({ min: 1, max: 65_535 }), 1812, later),
    RADIUS_SECRET: setting(secret, '', { effect: 'nothing', bound: ['RADIUS_SERVER', 'RADIUS_PORT'] }),
    OTP_IN_RADIUS: setting(flag, false, later),
  },
} as const satisfies SettingCategory;

/** Links that sign a user in. */
export const sso = {
  permission,
  also: ['AUTH_SSO'],
  settings: { AUTH_SSO_AUTHKEY_TTL: setting(field.integer({ min: 60, max: 1800 }), 900, later) },
} as const satisfies SettingCategory;

/** Keys that devices keep. */
export const passkey = {
  permission,
  also: ['AUTH_PASSKEY'],
  settings: {
    FIDO_SERVER_ID: setting(field.text({ max: 255 }), '', later),
    FIDO_SERVER_NAME: setting(field.text({ max: 255, required: true }), 'Gatehouse', later),
  },
} as const satisfies SettingCategory;
