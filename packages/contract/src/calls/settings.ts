import { z } from 'zod';
import { anyObject, uuid } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';
import { files, media } from '../call/media.ts';
import { listOf } from '../call/rowOf.ts';
import { settingCategories } from '../settings/catalogue.ts';
import { settingConsequences } from '../settings/consequences.ts';
import type { SettingPageName } from '../settings/panels/panel.ts';
import { settingPanelNames } from '../settings/panels/settingPanels.ts';
import { openColumns, publicColumns } from '../settings/publicColumns.ts';
import { openSettings, publicSettings } from '../settings/publicSettings.ts';
import { type RetentionSetting, retentionSettings } from '../settings/retention.ts';
import type { LicenceDetail } from '../wire/licence.ts';

const category = z.object({ category: z.string().optional().describe('The panel') });
const panel = z.record(z.string(), z.unknown());

export const getSettings = defineCall('GET /api/v1/settings/setting/', {
  summary: 'The settings of a panel; each panel requires its own permission',
  permission: 'validUser',
  query: category,
  answer: panel,
});

export const changeSettings = defineCall(
  ['PUT /api/v1/settings/setting/', 'PATCH /api/v1/settings/setting/'],
  {
    summary: 'Changes the settings of a panel; each panel requires its own permission',
    permission: 'validUser',
    query: category,
    body: anyObject,
    answer: panel,
    // The stored values, while the change waits for a second person.
    otherwise: { 202: panel },
  },
);

const days = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'invalid_integer')
  .optional()
  .describe('Number of days to keep, in place of the stored one');

export const countTonight = defineCall('GET /api/v1/settings/clean/tonight/', {
  summary: 'How many rows the next nightly clean-up removes, with the stored retentions or others',
  permission: settingCategories.clean.permission,
  query: z.object({
    LOGIN_LOG_KEEP_DAYS: days,
    OPERATE_LOG_KEEP_DAYS: days,
    FTP_LOG_KEEP_DAYS: days,
    ACTIVITY_LOG_KEEP_DAYS: days,
    TASK_LOG_KEEP_DAYS: days,
    JOB_EXECUTION_KEEP_DAYS: days,
    TERMINAL_SESSION_KEEP_DURATION: days,
    PASSWORD_CHANGE_LOG_KEEP_DAYS: days,
    HISTORY_ACCOUNT_CLEAN_LIMIT: days.describe('Number of secrets to keep of each account, likewise'),
  } satisfies Record<RetentionSetting | 'HISTORY_ACCOUNT_CLEAN_LIMIT', z.ZodType>),
  shows: { columns: { date: 'datetime', most: 'integer', rows: 'field', secrets: 'integer' } },
  answer: z.object({
    date: z.string().nullable().describe('When it runs; null while it is switched off'),
    most: z.int().describe('Rows of a retention are not counted beyond this number'),
    rows: z.record(z.enum(retentionSettings), z.int()),
    secrets: z.int().describe('Past secrets of accounts beyond the limit'),
  }),
});

const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'invalid_integer')
  .optional();

const pages = [
  'basic',
  'msg',
  'features',
  'auth',
  'terminal',
  'security',
  'storage',
  'clean',
] as const satisfies readonly SettingPageName[];

const shownGroup = z.object({
  name: z.string(),
  title: z.string(),
  help: z.string().optional(),
  settings: z.array(z.object({ name: z.string(), label: z.string(), help: z.string().optional() })),
});

const shownPanel = z.object({
  name: z.enum(settingPanelNames),
  category: z.string().describe('Where its settings are read and changed'),
  page: z.enum(pages),
  tab: z.string(),
  title: z.string(),
  words: z.string().optional().describe('Further words by which its settings are found'),
  dialog: z.boolean(),
  can_change: z.boolean(),
  waits: z.boolean().optional().describe('Whether a second person must confirm a change'),
  groups: z.array(shownGroup),
});

/** A panel of settings, with texts in the language of the reader. */
export type ShownSettingPanel = z.output<typeof shownPanel>;

export const listPanels = defineCall('GET /api/v1/settings/panels/', {
  summary: 'The panels of settings you may read, with their groups and texts',
  permission: 'validUser',
  shows: {
    columns: {
      name: 'string',
      category: 'string',
      page: 'string',
      tab: 'string',
      title: 'string',
      words: 'string',
      dialog: 'boolean',
      can_change: 'boolean',
      waits: 'boolean',
      groups: 'list',
    },
  },
  answer: z.array(shownPanel),
});

export const foreseeSettings = defineCall('POST /api/v1/settings/consequences/', {
  summary:
    'What values of a category would lead to, before they are saved; each category requires its own permission',
  permission: 'validUser',
  query: category,
  body: anyObject,
  answer: z.array(z.object({ name: z.string().describe('The setting'), text: z.string() })),
});

const changedSetting = z.object({
  name: z.string(),
  initial: z.unknown().optional().describe('Its default; that of a secret is not told'),
  changed_by: z.string().describe('Empty if nobody changed it'),
  date_changed: z.string().nullable(),
});

/** The default of a setting, and who changed it last. */
export type SettingHistory = z.output<typeof changedSetting>;

export const getSettingHistory = defineCall('GET /api/v1/settings/history/', {
  summary:
    'Defaults of the settings of a category, and who changed them last; each category requires its own permission',
  permission: 'validUser',
  query: category,
  shows: {
    columns: { name: 'string', initial: 'field', changed_by: 'string', date_changed: 'datetime' },
  },
  answer: z.array(changedSetting),
});

const movedSettings = z.array(z.object({ field: z.string(), before: z.string(), after: z.string() }));

export const previewRevert = defineCall('GET /api/v1/settings/changes/:id/', {
  summary: 'What reverting a change of settings would do, by its entry in the operate log',
  permission: 'audits.view_operatelog',
  shows: {
    columns: {
      is_setting: 'boolean',
      can_revert: 'boolean',
      reason: 'string',
      left: 'list',
      diff: 'list',
      consequences: 'list',
    },
  },
  answer: z.object({
    is_setting: z.boolean().describe('Whether the entry is about settings'),
    can_revert: z.boolean(),
    reason: z.string().describe('Why it cannot be reverted'),
    left: z
      .array(z.string())
      .describe('Settings of the entry that stay as they are: their former values are not kept'),
    diff: movedSettings,
    consequences: settingConsequences.describe('What it would lead to'),
  }),
  errors: ['object_does_not_exist'],
});

export const revertChange = defineCall('POST /api/v1/settings/changes/:id/revert/', {
  summary: 'Puts settings back to what they were before a change; needs the permission to change them',
  permission: 'audits.view_operatelog',
  answer: z.object({
    diff: movedSettings,
    waits: z.boolean().describe('Whether a second person must confirm it'),
  }),
  errors: ['object_does_not_exist', 'not_found', 'changed_meanwhile'],
});

const blockedAddress = z.object({ id: uuid, ip: z.string() });

export const listBlockedAddresses = defineCall('GET /api/v1/settings/security/block-ip/', {
  summary: 'Addresses that may not sign in for a while, after too many failed attempts',
  permission: settingCategories.security_login_limit.permission,
  query: z.object({ offset: wholeNumber, limit: wholeNumber }),
  shows: { columns: { id: 'string', ip: 'string' } },
  answer: z.object({ count: z.int(), results: z.array(blockedAddress) }),
});

export const unlockAddresses = defineCall('POST /api/v1/settings/security/unlock-ip/', {
  summary: 'Lets addresses sign in again',
  permission: settingCategories.security_login_limit.permission,
  body: z.object({ ips: z.array(z.string().max(64), 'not_a_list').max(10_000, 'max_items') }),
});

export const getOpenSettings = defineCall('GET /api/v1/settings/public/open/', {
  summary: 'Settings anyone may read',
  permission: 'public',
  shows: { columns: openColumns },
  answer: openSettings,
});

const withToken = z.object({
  token: z.string().optional().describe('A valid connection token, in the place of a session'),
});

export const getPublicSettings = defineCall('GET /api/v1/settings/public/', {
  summary: 'Settings every user may read',
  permission: 'public',
  query: withToken,
  shows: { columns: publicColumns },
  answer: publicSettings,
  errors: ['not_authenticated'],
});

export const getServerInfo = defineCall('GET /api/v1/settings/server-info/', {
  summary: 'What time it is on the server',
  permission: 'public',
  query: withToken,
  shows: { columns: { CURRENT_TIME: 'datetime' } },
  answer: z.object({ CURRENT_TIME: z.string() }),
  errors: ['not_authenticated'],
});

export const getLogo = defineCall('GET /api/v1/settings/logo/', {
  summary: 'The logo of pages before signing in; with another size than `small` that of the console',
  permission: 'public',
  query: z.object({ size: z.string().optional() }),
  answer: media('image/svg+xml', 'image/png', 'image/jpeg'),
});

export const testAssistant = defineCall('POST /api/v1/settings/chatai/testing/', {
  summary: 'Tests the settings of the assistant; omitted ones are taken as stored',
  permission: settingCategories.chat.permission,
  body: anyObject,
  answer: z.object({ msg: z.string() }),
  otherwise: { 400: z.object({ msg: z.string() }) },
});

export const testMail = defineCall('POST /api/v1/settings/mail/testing/', {
  summary: 'Sends a mail as the stored settings say; sender and receiver may be sent along',
  permission: settingCategories.email.permission,
  body: anyObject,
  answer: z.object({ msg: z.string() }),
  otherwise: { 400: z.object({ error: z.string() }) },
});

export const previewMail = defineCall('POST /api/v1/settings/mail/preview/', {
  summary: 'The mail to a new user with these texts, as the caller would get it',
  permission: settingCategories.email_content.permission,
  body: anyObject,
  answer: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
});

export const testWebhook = defineCall('POST /api/v1/settings/webhook/testing/', {
  summary: 'Calls the webhook once; omitted settings are taken as stored',
  permission: settingCategories.webhook.permission,
  body: anyObject,
  answer: z.object({ msg: z.string() }),
  otherwise: { 400: z.object({ error: z.string() }) },
});

export const listSmsBackends = defineCall('GET /api/v1/settings/sms/backend/', {
  summary: 'Providers of text messages',
  permission: settingCategories.basic.permission,
  shows: { columns: { name: 'string', label: 'string' } },
  answer: z.array(z.object({ name: z.string(), label: z.string() })),
});

const smsRefusals = [
  'sms_provider_not_support',
  'sms_program_missing',
  'test_phone_required',
  'sms_not_sent',
] as const;

/** Why a test of text messages was refused. */
export type SmsRefusal = (typeof smsRefusals)[number];

export const testSms = defineCall('POST /api/v1/settings/sms/:backend/testing/', {
  summary: 'Sends a code of sixes by a provider of text messages; omitted settings are taken as stored',
  permission: settingCategories.sms.permission,
  body: anyObject,
  answer: z.object({ msg: z.string() }),
  otherwise: {
    400: z.object({
      detail: z.string(),
      error: z.string(),
      code: z.enum(smsRefusals),
      SMS_TEST_PHONE: z.array(z.string()).optional(),
    }),
  },
});

export const testAuditStream = defineCall('POST /api/v1/settings/audit-stream/testing/', {
  summary: 'Sends one test event; omitted settings are taken as stored',
  permission: 'superuser',
  body: anyObject,
  answer: z.object({ msg: z.string() }),
  otherwise: { 400: z.object({ error: z.string() }) },
});

export const getAuditStreamState = defineCall('GET /api/v1/settings/audit-stream/state/', {
  summary: 'How the stream of audit events is doing',
  permission: settingCategories.audit_stream.permission,
  shows: {
    columns: { waiting: 'integer', most: 'integer', sent: 'integer', date_sent: 'datetime', error: 'string' },
  },
  answer: z.object({
    waiting: z.int().describe('Events that are not sent yet; above `most`, more than `most` wait'),
    most: z.int().describe('Waiting events are not counted beyond this number'),
    sent: z.int().describe('Number of the last event that was sent'),
    date_sent: z.string().nullable(),
    error: z.string().describe('Why events wait; empty when they do not'),
  }),
});

export const stopAssistant = defineCall('POST /kael/interrupt_current_ask/', {
  summary: 'Stops the answer that the assistant is writing in one of your conversations',
  permission: 'validUser',
  body: z.object({ id: uuid }),
  answer: z.object({ detail: z.literal('ok') }),
  errors: ['object_does_not_exist'],
});

export const listPrompts = defineCall('GET /api/v1/settings/chatai-prompts/', {
  summary: 'Prompts of the assistant: custom ones, then built-in ones',
  permission: 'validUser',
  isList: true,
  answer: listOf(
    z.looseObject({
      id: z.string().optional().describe('Built-in prompts have none'),
      name: z.string(),
      content: z.string(),
      builtin: z.boolean().optional(),
    }),
  ),
});

export const getLicence = defineCall('GET /api/v1/xpack/license/detail', {
  summary: 'What the licence grants',
  permission: 'settings.change_license',
  answer: z.object({
    subscription_id: z.string(),
    corporation: z.string(),
    date_expired: z.string().nullable(),
    asset_count: z.int().nullable(),
    current_asset_count: z.int(),
    edition: z.string(),
    serial_no: z.string(),
    remark: z.string(),
    is_valid: z.boolean(),
  }) satisfies z.ZodType<LicenceDetail>,
});

export const importLicence = defineCall('POST /api/v1/xpack/license/import', {
  summary: 'Imports a licence; returns the reason when the file is invalid',
  permission: 'settings.change_license',
  anywhere: true,
  body: files,
  answer: z.object({ status: z.boolean(), msg: z.string() }),
});
