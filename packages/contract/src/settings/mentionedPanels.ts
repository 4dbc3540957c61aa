import { type FieldSpec, field } from '../resource/fields.ts';

/** Panels, by category. */
type Panels = { readonly [category: string]: { readonly [setting: string]: FieldSpec } };

const text = field.text();
const neededText = field.text({ required: true });
const address = field.text({ format: 'url' });
const neededAddress = field.text({ format: 'url', required: true });
const hidden = field.text({ writeOnly: true });
const flag = field.boolean();
const neededFlag = field.boolean({ required: true });
const shownFlag = field.boolean({ readOnly: true });
const amount = field.integer();
const neededAmount = field.integer({ required: true });
const list = field.list();
const neededList = field.list({ required: true });
const neededJson = field.json({ required: true });
const oneOf = (...choices: string[]) => field.choice({ plain: true, choices });

const passwordRules = {
  SECURITY_PASSWORD_EXPIRATION_TIME: neededAmount,
  OLD_PASSWORD_HISTORY_LIMIT_COUNT: neededAmount,
  SECURITY_PASSWORD_MIN_LENGTH: neededAmount,
  SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: neededAmount,
  SECURITY_PASSWORD_UPPER_CASE: flag,
  SECURITY_PASSWORD_LOWER_CASE: flag,
  SECURITY_PASSWORD_NUMBER: flag,
  SECURITY_PASSWORD_SPECIAL_CHAR: flag,
};

const signInRules = {
  SECURITY_MFA_AUTH: oneOf('0', '1', '2'),
  SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: flag,
  OTP_ISSUER_NAME: text,
  OTP_VALID_WINDOW: neededAmount,
  SECURITY_MFA_VERIFY_TTL: neededAmount,
  SECURITY_MFA_IN_LOGIN_PAGE: flag,
  VERIFY_CODE_TTL: neededAmount,
  SECURITY_LOGIN_CHALLENGE_ENABLED: flag,
  SECURITY_LOGIN_CAPTCHA_ENABLED: flag,
  SECURITY_CHECK_DIFFERENT_CITY_LOGIN: flag,
  SECURITY_UNCOMMON_USERS_TTL: amount,
};

/**
 * Settings of panels that clients of the protocol know and that are not served here yet; OPTIONS mentions
 * them.
 */
export const mentionedPanels: Panels = {
  basic: {
    SITE_URL: neededAddress,
    USER_GUIDE_URL: address,
    GLOBAL_ORG_DISPLAY_NAME: text,
    HELP_DOCUMENT_URL: address,
    HELP_SUPPORT_URL: address,
  },
  ldap: {
    AUTH_LDAP_SERVER_URI: neededText,
    AUTH_LDAP_BIND_DN: text,
    AUTH_LDAP_BIND_PASSWORD: hidden,
    AUTH_LDAP_SEARCH_OU: text,
    AUTH_LDAP_SEARCH_FILTER: neededText,
    AUTH_LDAP_USER_ATTR_MAP: neededJson,
    AUTH_LDAP_SYNC_ORG_IDS: list,
    AUTH_LDAP_SYNC_IS_PERIODIC: flag,
    AUTH_LDAP_SYNC_CRONTAB: text,
    AUTH_LDAP_SYNC_INTERVAL: amount,
    AUTH_LDAP_CONNECT_TIMEOUT: amount,
    AUTH_LDAP_CACHE_TIMEOUT: amount,
    AUTH_LDAP_SEARCH_PAGED_SIZE: amount,
    AUTH_LDAP_SYNC_RECEIVERS: list,
    AUTH_LDAP: flag,
  },
  oidc: {
    BASE_SITE_URL: text,
    AUTH_OPENID_CLIENT_ID: text,
    AUTH_OPENID_CLIENT_SECRET: hidden,
    AUTH_OPENID_CLIENT_AUTH_METHOD: oneOf('client_secret_basic', 'client_secret_post'),
    AUTH_OPENID_SHARE_SESSION: flag,
    AUTH_OPENID_IGNORE_SSL_VERIFICATION: flag,
    AUTH_OPENID_USER_ATTR_MAP: neededJson,
    AUTH_OPENID_PKCE: flag,
    AUTH_OPENID_CODE_CHALLENGE_METHOD: oneOf('S256', 'plain'),
    AUTH_OPENID_KEYCLOAK: flag,
    AUTH_OPENID_SERVER_URL: text,
    AUTH_OPENID_REALM_NAME: text,
    AUTH_OPENID: flag,
    AUTH_OPENID_PROVIDER_ENDPOINT: text,
    AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT: text,
    AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT: text,
    AUTH_OPENID_PROVIDER_JWKS_ENDPOINT: text,
    AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT: text,
    AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT: text,
    AUTH_OPENID_PROVIDER_SIGNATURE_ALG: text,
    AUTH_OPENID_PROVIDER_SIGNATURE_KEY: text,
    AUTH_OPENID_SCOPES: text,
    AUTH_OPENID_ID_TOKEN_MAX_AGE: amount,
    AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS: flag,
    AUTH_OPENID_USE_STATE: flag,
    AUTH_OPENID_USE_NONCE: flag,
    AUTH_OPENID_ALWAYS_UPDATE_USER: flag,
  },
  email: {
    EMAIL_PROTOCOL: oneOf('smtp', 'exchange'),
    EMAIL_HOST: neededText,
    EMAIL_PORT: neededText,
    EMAIL_HOST_USER: neededText,
    EMAIL_HOST_PASSWORD: hidden,
    EMAIL_FROM: text,
    EMAIL_RECIPIENT: text,
    EMAIL_USE_SSL: flag,
    EMAIL_USE_TLS: flag,
    EMAIL_SUBJECT_PREFIX: neededText,
    EMAIL_SUFFIX: text,
  },
  security: {
    ...passwordRules,
    ...signInRules,
    SECURITY_WATERMARK_ENABLED: neededFlag,
    SECURITY_MAX_IDLE_TIME: amount,
    SESSION_EXPIRE_AT_BROWSER_CLOSE: flag,
    SECURITY_MAX_SESSION_TIME: amount,
    SECURITY_LUNA_REMEMBER_AUTH: neededFlag,
    SECURITY_SESSION_SHARE: neededFlag,
    SECURITY_INSECURE_COMMAND: flag,
    SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER: text,
    SECURITY_LOGIN_LIMIT_COUNT: neededAmount,
    SECURITY_LOGIN_LIMIT_TIME: neededAmount,
    SECURITY_LOGIN_IP_LIMIT_COUNT: neededAmount,
    SECURITY_LOGIN_IP_LIMIT_TIME: neededAmount,
    SECURITY_LOGIN_IP_WHITE_LIST: list,
    SECURITY_LOGIN_IP_BLACK_LIST: list,
    USER_LOGIN_SINGLE_MACHINE_ENABLED: flag,
    ONLY_ALLOW_EXIST_USER_AUTH: flag,
    ONLY_ALLOW_AUTH_FROM_SOURCE: flag,
  },
  security_auth: signInRules,
  security_password: passwordRules,
  auth: {
    AUTH_LDAP: flag,
    AUTH_CAS: flag,
    AUTH_OPENID: flag,
    AUTH_SAML2: flag,
    AUTH_OAUTH2: flag,
    AUTH_RADIUS: flag,
    AUTH_DINGTALK: flag,
    AUTH_FEISHU: flag,
    AUTH_LARK: flag,
    AUTH_WECOM: flag,
    AUTH_SLACK: flag,
    AUTH_SSO: flag,
    AUTH_PASSKEY: flag,
    FORGOT_PASSWORD_URL: text,
    LOGIN_REDIRECT_MSG_ENABLED: flag,
  },
  terminal: {
    SECURITY_SERVICE_ACCOUNT_REGISTRATION: neededFlag,
    TERMINAL_PASSWORD_AUTH: flag,
    TERMINAL_PUBLIC_KEY_AUTH: flag,
    TERMINAL_ASSET_LIST_SORT_BY: oneOf('name', 'ip'),
    TERMINAL_ASSET_LIST_PAGE_SIZE: oneOf('all', 'auto', '10', '15', '25', '50'),
    TERMINAL_MAGNUS_ENABLED: neededFlag,
    TERMINAL_RAZOR_ENABLED: neededFlag,
    TERMINAL_KOKO_SSH_ENABLED: neededFlag,
  },
  other: {
    PERM_SINGLE_ASSET_TO_UNGROUP_NODE: flag,
  },
  clean: {
    LOGIN_LOG_KEEP_DAYS: neededAmount,
    TASK_LOG_KEEP_DAYS: neededAmount,
    OPERATE_LOG_KEEP_DAYS: neededAmount,
    PASSWORD_CHANGE_LOG_KEEP_DAYS: neededAmount,
    FTP_LOG_KEEP_DAYS: neededAmount,
    CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS: neededAmount,
    JOB_EXECUTION_KEEP_DAYS: neededAmount,
    ACTIVITY_LOG_KEEP_DAYS: neededAmount,
    TERMINAL_SESSION_KEEP_DURATION: neededAmount,
  },
  vault: {
    VAULT_ENABLED: shownFlag,
    VAULT_HCP_HOST: text,
    VAULT_HCP_TOKEN: hidden,
    VAULT_HCP_MOUNT_POINT: text,
    HISTORY_ACCOUNT_CLEAN_LIMIT: amount,
  },
  ticket: {
    TICKETS_ENABLED: flag,
    TICKETS_DIRECT_APPROVE: flag,
    TICKET_AUTHORIZE_DEFAULT_TIME: amount,
    TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: oneOf('day', 'hour'),
  },
  ops: {
    SECURITY_COMMAND_EXECUTION: flag,
    SECURITY_COMMAND_BLACKLIST: neededList,
  },
  virtualapp: {
    VIRTUAL_APP_ENABLED: flag,
  },
};
