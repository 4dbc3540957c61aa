import { expect, test } from 'vitest';
import { openSettings, publicNames, publicSettings } from './publicSettings.ts';

/** The settings that every signed-in user may read (reference 07 §10.2). */
const everywhere = [
  'HELP_DOCUMENT_URL HELP_SUPPORT_URL ANNOUNCEMENT_ENABLED ANNOUNCEMENT',
  'TICKETS_ENABLED TICKETS_DIRECT_APPROVE TICKET_AUTHORIZE_DEFAULT_TIME TICKET_AUTHORIZE_DEFAULT_TIME_UNIT',
  'SECURITY_COMMAND_EXECUTION SECURITY_COMMAND_BLACKLIST VAULT_ENABLED CHAT_AI_ENABLED GPT_MODEL',
  'VIRTUAL_APP_ENABLED AUTH_PASSKEY AUTH_WECOM AUTH_DINGTALK AUTH_FEISHU AUTH_LARK AUTH_SLACK',
  'AUTH_LDAP_SYNC_ORG_IDS TERMINAL_RAZOR_ENABLED TERMINAL_MAGNUS_ENABLED TERMINAL_KOKO_SSH_ENABLED',
  'SECURITY_MFA_VERIFY_TTL SECURITY_PASSWORD_EXPIRATION_TIME OLD_PASSWORD_HISTORY_LIMIT_COUNT',
  'SECURITY_WATERMARK_ENABLED SECURITY_SESSION_SHARE SECURITY_LUNA_REMEMBER_AUTH SECURITY_MAX_IDLE_TIME',
  'SESSION_EXPIRE_AT_BROWSER_CLOSE AUTH_TEMP_TOKEN CACHE_LOGIN_PASSWORD_ENABLED SECURITY_VIEW_AUTH_NEED_MFA',
  'WINDOWS_SKIP_ALL_MANUAL_PASSWORD CONNECTION_TOKEN_REUSABLE TERMINAL_OMNIDB_ENABLED',
  'FILE_UPLOAD_SIZE_LIMIT_MB',
].flatMap((line) => line.split(' '));
const rules = [
  'SECURITY_PASSWORD_MIN_LENGTH',
  'SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH',
  'SECURITY_PASSWORD_UPPER_CASE',
  'SECURITY_PASSWORD_LOWER_CASE',
  'SECURITY_PASSWORD_NUMBER',
  'SECURITY_PASSWORD_SPECIAL_CHAR',
];

test('every user may read the settings that pages need, and no others', () => {
  expect(publicNames(true).toSorted()).toEqual(everywhere.toSorted());
  expect(publicNames('PASSWORD_RULE').toSorted()).toEqual(rules.toSorted());
});

const open = {
  XPACK_ENABLED: true,
  INTERFACE: {
    logo_logout: '/static/logo.svg',
    logo_index: '/static/logo.svg',
    login_image: '',
    favicon: '/static/logo.svg',
    login_title: 'Gatehouse',
    theme: 'classic_green',
    theme_info: {},
    footer_content: '',
  },
  COUNTRY_CALLING_CODES: [{ name: 'France', value: '+33' }],
};

test('signed-in users get the public settings at the top level and the password rules in one object', () => {
  const answer = {
    ...open,
    XPACK_LICENSE_IS_VALID: true,
    XPACK_LICENSE_INFO: { corporation: 'Example' },
    TIME_ZONE: 'UTC',
    PASSWORD_RULE: Object.fromEntries(rules.map((name) => [name, 6])),
    ...Object.fromEntries(everywhere.map((name) => [name, 1])),
  };
  expect(publicSettings.parse(answer)).toEqual(answer);
  expect(openSettings.parse(answer)).toEqual(open);
});
