import { panel } from './panel.ts';

/** Addresses and names of the installation. */
export const basic = panel('basic', {
  page: 'basic',
  tab: 'Basic',
  groups: {
    basic: ['SITE_URL', 'GLOBAL_ORG_DISPLAY_NAME'],
    help: ['HELP_DOCUMENT_URL', 'HELP_SUPPORT_URL', 'USER_GUIDE_URL'],
  },
});

/** The order of ways to sign in, and help for those who cannot. */
export const auth = panel('auth', {
  page: 'auth',
  tab: 'Basic',
  groups: {
    basic: ['FORGOT_PASSWORD_URL'],
    ways: ['AUTH_BACKENDS_ORDER', 'LOGIN_REDIRECT_TO_BACKEND', 'LOGIN_REDIRECT_MSG_ENABLED'],
  },
});

/** How components join, and how users reach them. */
export const terminal = panel('terminal', {
  page: 'terminal',
  tab: 'Basic',
  groups: {
    basic: ['SECURITY_SERVICE_ACCOUNT_REGISTRATION'],
    keys: ['TERMINAL_PUBLIC_KEY_AUTH'],
  },
});

/** How long records are kept. */
export const clean = panel('clean', {
  page: 'clean',
  tab: 'Clean',
  groups: {
    log: [
      'LOGIN_LOG_KEEP_DAYS',
      'TASK_LOG_KEEP_DAYS',
      'JOB_EXECUTION_KEEP_DAYS',
      'OPERATE_LOG_KEEP_DAYS',
      'PASSWORD_CHANGE_LOG_KEEP_DAYS',
      'FTP_LOG_KEEP_DAYS',
      'ACTIVITY_LOG_KEEP_DAYS',
    ],
    session: ['TERMINAL_SESSION_KEEP_DURATION'],
  },
});
