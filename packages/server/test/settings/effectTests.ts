import type { SettingName } from '@gatehouse/contract/settings/catalogue.ts';

/** A test file, and by which name it calls the setting where that is not its own. */
type Place = string | readonly [file: string, name: string];

const flow = (path: string): string => `packages/server/src/flows/${path}.test.ts`;
const area = (path: string): string => `packages/console/src/${path}.test.tsx`;

const mail = flow('notifications/mail/mail');
const stream = flow('auditStream/auditStream');
const webhook = flow('notifications/webhook/webhook');
const smsCodes = flow('mfa/smsCodes');
const clouds = flow('notifications/sms/providers/clouds');
const cmpp = flow('notifications/sms/providers/cmpp2');
const approval = flow('jobCenter/approval/approval');
const smsTest = flow('notifications/sms/smsTest');
const signInRules = flow('signIn/gate/signInRules');
const elsewhere = flow('signIn/routes/elsewhere');
const settled = flow('signIn/ways/settleIdentity');
const smallPages = flow('signIn/routes/smallPages');
const users = 'packages/server/src/resources/users/user/user.test.ts';
const vault = flow('vault/vault');
const chat = flow('chat/chat');
const tokens = flow('connect/connection');
const cleanUp = flow('cleanUp/cleanUp');
const reviews = flow('accessReview/accessReview');
const backup = flow('backup/runBackup');
const banner = area('areas/announcement/AnnouncementBanner');
const request = area('areas/tickets/request/RequestFormPage');
const topBar = area('app/shell/topBar/TopBar');
const ending = 'packages/gateway/test/ending.test.ts';
const looks = (name: string): Place => [flow('appearance/appearance'), name];

/** Settings whose effect a test of its own shows; those of all others are cases of `effects.test.ts`. */
export const settingEffectTests: { readonly [N in SettingName]?: Place } = {
  SITE_URL: flow('users/care'),
  HELP_DOCUMENT_URL: topBar,
  HELP_SUPPORT_URL: topBar,
  EMAIL_HOST: mail,
  EMAIL_PORT: mail,
  EMAIL_HOST_USER: flow('notifications/site/siteMessages'),
  EMAIL_HOST_PASSWORD: mail,
  EMAIL_FROM: mail,
  EMAIL_RECIPIENT: mail,
  EMAIL_USE_SSL: mail,
  EMAIL_USE_TLS: mail,
  EMAIL_CUSTOM_USER_CREATED_SUBJECT: mail,
  EMAIL_CUSTOM_USER_CREATED_HONORIFIC: mail,
  EMAIL_CUSTOM_USER_CREATED_BODY: mail,
  EMAIL_CUSTOM_USER_CREATED_SIGNATURE: mail,
  WEBHOOK_URL: webhook,
  WEBHOOK_SECRET: webhook,
  AUDIT_STREAM_ENABLED: stream,
  AUDIT_STREAM_HOST: stream,
  AUDIT_STREAM_PORT: stream,
  AUDIT_STREAM_TLS: stream,
  AUDIT_STREAM_CA: stream,
  AUDIT_STREAM_FORMAT: stream,
  SMS_ENABLED: smsCodes,
  SMS_BACKEND: smsCodes,
  SMS_CODE_LENGTH: smsCodes,
  VERIFY_CODE_TTL: smsCodes,
  ALIBABA_ACCESS_KEY_ID: clouds,
  ALIBABA_ACCESS_KEY_SECRET: clouds,
  ALIBABA_VERIFY_SIGN_NAME: clouds,
  ALIBABA_VERIFY_TEMPLATE_CODE: clouds,
  TENCENT_SECRET_ID: clouds,
  TENCENT_SECRET_KEY: clouds,
  TENCENT_SDKAPPID: clouds,
  TENCENT_VERIFY_SIGN_NAME: clouds,
  TENCENT_VERIFY_TEMPLATE_CODE: clouds,
  HUAWEI_APP_KEY: clouds,
  HUAWEI_APP_SECRET: clouds,
  HUAWEI_SMS_ENDPOINT: clouds,
  HUAWEI_SIGN_CHANNEL_NUM: clouds,
  HUAWEI_VERIFY_SIGN_NAME: clouds,
  HUAWEI_VERIFY_TEMPLATE_CODE: clouds,
  CMPP2_HOST: cmpp,
  CMPP2_PORT: cmpp,
  CMPP2_SP_ID: cmpp,
  CMPP2_SP_SECRET: cmpp,
  CMPP2_SRC_ID: cmpp,
  CMPP2_SERVICE_ID: cmpp,
  CMPP2_VERIFY_SIGN_NAME: cmpp,
  CMPP2_VERIFY_TEMPLATE_CODE: cmpp,
  CUSTOM_SMS_URL: smsTest,
  CUSTOM_SMS_API_PARAMS: smsTest,
  CUSTOM_SMS_REQUEST_METHOD: smsTest,
  SMS_TEST_PHONE: smsTest,
  ANNOUNCEMENT_ENABLED: banner,
  SECURITY_COMMAND_EXECUTION: area('areas/ops/templates'),
  SECURITY_COMMAND_BLACKLIST: flow('jobCenter/jobCenter'),
  JOB_APPROVAL: approval,
  JOB_APPROVAL_MACHINES: approval,
  JOB_APPROVAL_HOURS: approval,
  ANNOUNCEMENT: banner,
  TICKETS_ENABLED: area('app/shell/topBar/TicketPlace'),
  TICKETS_DIRECT_APPROVE: flow('tickets/byLink/byLink'),
  TICKET_AUTHORIZE_DEFAULT_TIME: request,
  TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: request,
  TICKET_APPLY_ASSET_SCOPE: flow('tickets/lists'),
  VAULT_ENABLED: vault,
  VAULT_HCP_HOST: vault,
  VAULT_HCP_TOKEN: vault,
  VAULT_HCP_MOUNT_POINT: vault,
  HISTORY_ACCOUNT_CLEAN_LIMIT: flow('audit/audit'),
  CHAT_AI_ENABLED: chat,
  GPT_MODEL: chat,
  GPT_BASE_URL: chat,
  GPT_API_KEY: chat,
  GPT_PROXY: chat,
  FORGOT_PASSWORD_URL: signInRules,
  SECURITY_SERVICE_ACCOUNT_REGISTRATION: flow('components/components'),
  TERMINAL_PUBLIC_KEY_AUTH: flow('profile/keyPair'),
  SECURITY_MFA_AUTH: flow('mfa/signIn'),
  SECURITY_MFA_IN_LOGIN_PAGE: flow('mfa/signIn'),
  SECURITY_MFA_VERIFY_TTL: flow('mfa/confirm'),
  SECURITY_UNCOMMON_USERS_TTL: flow('users/disableUnused'),
  SECURITY_LOGIN_IP_LIMIT_COUNT: signInRules,
  SECURITY_LOGIN_IP_LIMIT_TIME: signInRules,
  SECURITY_LOGIN_IP_WHITE_LIST: signInRules,
  SECURITY_LOGIN_IP_BLACK_LIST: signInRules,
  SECURITY_DATE_SIGNATURE: flow('identify/signedInFull'),
  USER_LOGIN_SINGLE_MACHINE_ENABLED: signInRules,
  ONLY_ALLOW_AUTH_FROM_SOURCE: signInRules,
  ONLY_ALLOW_EXIST_USER_AUTH: settled,
  EMAIL_SUFFIX: settled,
  AUTH_OAUTH2: elsewhere,
  AUTH_OAUTH2_PROVIDER: elsewhere,
  AUTH_OAUTH2_CLIENT_ID: elsewhere,
  AUTH_OAUTH2_CLIENT_SECRET: elsewhere,
  AUTH_OAUTH2_SCOPE: elsewhere,
  AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: elsewhere,
  AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: elsewhere,
  AUTH_OAUTH2_ACCESS_TOKEN_METHOD: elsewhere,
  AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: elsewhere,
  AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT: elsewhere,
  AUTH_OAUTH2_LOGOUT_COMPLETELY: elsewhere,
  AUTH_OAUTH2_USER_ATTR_MAP: elsewhere,
  AUTH_OAUTH2_ALWAYS_UPDATE_USER: elsewhere,
  LOGIN_REDIRECT_TO_BACKEND: elsewhere,
  LOGIN_REDIRECT_MSG_ENABLED: elsewhere,
  AUTH_BACKENDS_ORDER: flow('signIn/backends/all'),
  SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: flow('signIn/gate/gateMatrix'),
  SECURITY_PASSWORD_EXPIRATION_TIME: signInRules,
  OLD_PASSWORD_HISTORY_LIMIT_COUNT: flow('settings/effects'),
  SECURITY_PASSWORD_MIN_LENGTH: flow('profile/profile'),
  SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: users,
  SECURITY_PASSWORD_UPPER_CASE: users,
  SECURITY_PASSWORD_LOWER_CASE: smallPages,
  SECURITY_PASSWORD_NUMBER: users,
  SECURITY_PASSWORD_SPECIAL_CHAR: smallPages,
  SECURITY_WATERMARK_ENABLED: area('platform/watermark/watermark'),
  SECURITY_MAX_IDLE_TIME: ending,
  SECURITY_MAX_SESSION_TIME: ending,
  SECURITY_UNKNOWN_COMMAND: 'packages/gateway/test/gate/gateOutcomes.test.ts',
  SESSION_EXPIRE_AT_BROWSER_CLOSE: signInRules,
  SECOND_PERSON_ENABLED: flow('settings/proposals/proposals'),
  SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER: flow('notifications/systemMessages'),
  ACCESS_REVIEW_DAYS: reviews,
  ACCESS_REVIEW_EXPIRE_DAYS: reviews,
  LOGIN_LOG_KEEP_DAYS: cleanUp,
  TERMINAL_SESSION_KEEP_DURATION: cleanUp,
  BACKUP_STORAGE: backup,
  BACKUP_KEEP: backup,
  INTERFACE_LOGIN_TITLE: looks('login_title'),
  INTERFACE_COLOUR: looks('theme_color'),
  INTERFACE_FOOTER: looks('footer_content'),
  INTERFACE_LOGO_INDEX: looks('logo_index'),
  INTERFACE_LOGO_LOGOUT: looks('logo_logout'),
  INTERFACE_FAVICON: looks('favicon'),
  INTERFACE_LOGIN_IMAGE: looks('login_image'),
  PERM_SINGLE_ASSET_TO_UNGROUP_NODE: flow('permittedAssets/permitted'),
  AUTH_TEMP_TOKEN: flow('profile/profile'),
  CACHE_LOGIN_PASSWORD_ENABLED: flow('connect/loginSecret'),
  SECURITY_VIEW_AUTH_NEED_MFA: vault,
  CONNECTION_TOKEN_ONETIME_EXPIRATION: tokens,
  CONNECTION_TOKEN_REUSABLE: tokens,
  CONNECTION_TOKEN_REUSABLE_EXPIRATION: tokens,
  TERMINAL_HEARTBEAT_INTERVAL: 'packages/component/src/flows/connection.test.ts',
  FTP_FILE_MAX_STORE: flow('audit/audit'),
  FILE_UPLOAD_SIZE_LIMIT_MB: flow('fileTransfer/fileTransfer'),
};
