import { panel } from './panel.ts';

/** By which server mail leaves, and from whom. */
export const email = panel('email', {
  page: 'msg',
  tab: 'Email',
  groups: {
    smtp: [
      'EMAIL_HOST',
      'EMAIL_PORT',
      'EMAIL_HOST_USER',
      'EMAIL_HOST_PASSWORD',
      'EMAIL_USE_SSL',
      'EMAIL_USE_TLS',
    ],
    send: ['EMAIL_FROM', 'EMAIL_SUBJECT_PREFIX'],
    other: ['EMAIL_RECIPIENT'],
  },
});

/** What new users are told. */
export const emailContent = panel('email_content', {
  page: 'msg',
  tab: 'EmailContent',
  groups: {
    basic: [
      'EMAIL_CUSTOM_USER_CREATED_SUBJECT',
      'EMAIL_CUSTOM_USER_CREATED_HONORIFIC',
      'EMAIL_CUSTOM_USER_CREATED_BODY',
      'EMAIL_CUSTOM_USER_CREATED_SIGNATURE',
    ],
  },
});

/** Messages of the system for programs. */
export const webhook = panel('webhook', {
  page: 'msg',
  tab: 'Webhook',
  groups: { basic: ['WEBHOOK_ENABLED', 'WEBHOOK_URL', 'WEBHOOK_SECRET'] },
});
