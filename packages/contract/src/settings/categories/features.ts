import { approvalRules } from '../../ops/jobApprovals.ts';
import { MOST_JOB_ASSETS } from '../../ops/jobs.ts';
import { field } from '../../resource/fields.ts';
import { type SettingCategory, setting } from '../setting.ts';

/** An announcement to every user. */
export const announcement = {
  permission: 'settings.change_announcement',
  settings: {
    ANNOUNCEMENT_ENABLED: setting(field.boolean(), false, { effect: 'page', public: true }),
    ANNOUNCEMENT: setting(
      field.nested({
        required: true,
        fields: {
          ID: field.text({ max: 36, readOnly: true }),
          SUBJECT: field.text({ max: 1024, required: true }),
          CONTENT: field.text({ required: true, multiline: true }),
          LINK: field.text({ max: 1024, format: 'url' }),
        },
      }),
      { ID: '', SUBJECT: '', CONTENT: '', LINK: '' },
      { effect: 'page', public: true },
    ),
  },
} as const satisfies SettingCategory;

/** Requests for access. */
export const ticket = {
  permission: 'settings.change_ticket',
  settings: {
    TICKETS_ENABLED: setting(field.boolean({ help: true }), true, { effect: 'request', public: true }),
    TICKETS_DIRECT_APPROVE: setting(field.boolean({ help: true }), false, {
      effect: 'request',
      public: true,
    }),
    TICKET_AUTHORIZE_DEFAULT_TIME: setting(field.integer({ min: 1, max: 999_999 }), 7, {
      effect: 'page',
      public: true,
    }),
    TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: setting(
      field.choice({ choices: ['day', 'hour'], plain: true }),
      'day',
      { effect: 'page', public: true },
    ),
  },
} as const satisfies SettingCategory;

/** Background jobs. */
export const ops = {
  permission: 'settings.change_ops',
  settings: {
    SECURITY_COMMAND_EXECUTION: setting(field.boolean({ help: true }), true, {
      effect: 'page',
      public: true,
    }),
    SECURITY_COMMAND_BLACKLIST: setting(
      field.list({ maxItem: 1024, required: true, help: true }),
      ['reboot', 'shutdown', 'poweroff', 'halt', 'dd', 'half', 'top'],
      { effect: 'request', public: true },
    ),
    JOB_APPROVAL: setting(field.choice({ choices: approvalRules, plain: true, help: true }), 'off', {
      effect: 'request',
    }),
    JOB_APPROVAL_MACHINES: setting(field.integer({ min: 0, max: MOST_JOB_ASSETS, help: true }), 10, {
      effect: 'request',
    }),
    JOB_APPROVAL_HOURS: setting(field.integer({ min: 1, max: 720, help: true }), 72, { effect: 'request' }),
  },
} as const satisfies SettingCategory;

/** Where account secrets are kept, and how many versions. */
export const vault = {
  permission: 'settings.change_vault',
  test: '/api/v1/settings/vault/testing/',
  settings: {
    VAULT_ENABLED: setting(field.boolean({ readOnly: true, help: true }), false, {
      effect: 'start',
      public: true,
      variable: 'GATEHOUSE_VAULT_ENABLED',
    }),
    VAULT_HCP_HOST: setting(
      field.text({ max: 256, format: 'url', told: { type: 'string' }, help: true }),
      '',
      { effect: 'request' },
    ),
    VAULT_HCP_TOKEN: setting(field.secret({ max: 256, writeOnly: true, help: true }), '', {
      effect: 'request',
      bound: ['VAULT_HCP_HOST'],
    }),
    VAULT_HCP_MOUNT_POINT: setting(field.text({ max: 256, help: true }), 'gatehouse', { effect: 'request' }),
    HISTORY_ACCOUNT_CLEAN_LIMIT: setting(field.integer({ min: 1, max: 999, help: true }), 999, {
      effect: 'night',
    }),
  },
} as const satisfies SettingCategory;

/** The assistant. */
export const chat = {
  permission: 'settings.change_chatai',
  test: '/api/v1/settings/chatai/testing/',
  settings: {
    CHAT_AI_ENABLED: setting(field.boolean({ help: true }), false, { effect: 'request', public: true }),
    GPT_MODEL: setting(
      field.choice({
        choices: ['gpt-3.5-turbo', 'gpt-3.5-turbo-16k', 'gpt-4', 'gpt-4-32k'],
        plain: true,
        open: true,
      }),
      'gpt-3.5-turbo',
      { effect: 'request', public: true },
    ),
    GPT_BASE_URL: setting(
      field.text({ max: 1024, format: 'url', told: { type: 'string' }, help: true }),
      '',
      { effect: 'request' },
    ),
    GPT_API_KEY: setting(field.secret({ max: 1024, writeOnly: true, help: true }), '', {
      effect: 'request',
      bound: ['GPT_BASE_URL', 'GPT_PROXY'],
    }),
    GPT_PROXY: setting(field.text({ max: 1024, format: 'url', told: { type: 'string' }, help: true }), '', {
      effect: 'request',
    }),
  },
} as const satisfies SettingCategory;

/** Virtual applications. */
export const virtualapp = {
  permission: 'settings.change_virtualapp',
  settings: {
    VIRTUAL_APP_ENABLED: setting(field.boolean(), false, { effect: 'nothing', public: true, licence: true }),
  },
} as const satisfies SettingCategory;
