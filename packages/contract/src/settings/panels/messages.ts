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
    other: ['EMAIL_RECIPIENT', 'EMAIL_SUFFIX'],
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

/** Audit events for a SIEM. */
export const auditStream = panel('audit_stream', {
  page: 'msg',
  tab: 'AuditStream',
  groups: {
    basic: ['AUDIT_STREAM_ENABLED', 'AUDIT_STREAM_FORMAT'],
    receiver: ['AUDIT_STREAM_HOST', 'AUDIT_STREAM_PORT', 'AUDIT_STREAM_TLS', 'AUDIT_STREAM_CA'],
  },
});

/** Messages of the system for programs. */
export const webhook = panel('webhook', {
  page: 'msg',
  tab: 'Webhook',
  groups: { basic: ['WEBHOOK_ENABLED', 'WEBHOOK_URL', 'WEBHOOK_SECRET'] },
});
