import { field } from '../../resource/fields.ts';
import { type SettingCategory, setting } from '../setting.ts';

const permission = 'settings.change_sms';
const now = { effect: 'request' } as const;
const name = field.text({ max: 256, required: true });
const address = field.text({ max: 1024, required: true });
const secret = field.secret({ max: 256, writeOnly: true });
const boundTo = (...bound: string[]) => ({ effect: 'request', bound }) as const;
const also = ['SMS_TEST_PHONE'] as const;
const testOf = (backend: string) => `/api/v1/settings/sms/${backend}/testing/`;

/** Text messages with codes, and who delivers them. */
export const sms = {
  permission,
  settings: {
    SMS_ENABLED: setting(field.boolean(), false, now),
    SMS_BACKEND: setting(
      field.choice({
        choices: ['alibaba', 'tencent', 'huawei', 'cmpp2', 'custom', 'custom_file'],
        plain: true,
      }),
      'alibaba',
      now,
    ),
    SMS_CODE_LENGTH: setting(field.integer({ min: 4, max: 16 }), 4, now),
  },
} as const satisfies SettingCategory;

/** Delivery by Alibaba Cloud. */
export const alibaba = {
  permission,
  test: testOf('alibaba'),
  also,
  settings: {
    ALIBABA_ACCESS_KEY_ID: setting(name, '', now),
    ALIBABA_ACCESS_KEY_SECRET: setting(secret, '', boundTo('ALIBABA_ACCESS_KEY_ID')),
    ALIBABA_VERIFY_SIGN_NAME: setting(name, '', now),
    ALIBABA_VERIFY_TEMPLATE_CODE: setting(name, '', now),
  },
} as const satisfies SettingCategory;

/** Delivery by Tencent Cloud. */
export const tencent = {
  permission,
  test: testOf('tencent'),
  also,
  settings: {
    TENCENT_SECRET_ID: setting(name, '', now),
    TENCENT_SECRET_KEY: setting(secret, '', boundTo('TENCENT_SECRET_ID')),
    TENCENT_SDKAPPID: setting(name, '', now),
    TENCENT_VERIFY_SIGN_NAME: setting(name, '', now),
    TENCENT_VERIFY_TEMPLATE_CODE: setting(name, '', now),
  },
} as const satisfies SettingCategory;

/** Delivery by Huawei Cloud. */
export const huawei = {
  permission,
  test: testOf('huawei'),
  also,
  settings: {
    HUAWEI_APP_KEY: setting(name, '', now),
    HUAWEI_APP_SECRET: setting(secret, '', boundTo('HUAWEI_APP_KEY', 'HUAWEI_SMS_ENDPOINT')),
    HUAWEI_SMS_ENDPOINT: setting(address, '', now),
    HUAWEI_SIGN_CHANNEL_NUM: setting(address, '', now),
    HUAWEI_VERIFY_SIGN_NAME: setting(name, '', now),
    HUAWEI_VERIFY_TEMPLATE_CODE: setting(name, '', now),
  },
} as const satisfies SettingCategory;

/** Delivery over the CMPP 2.0 protocol. */
export const cmpp2 = {
  permission,
  test: testOf('cmpp2'),
  also,
  settings: {
    CMPP2_HOST: setting(name, '', now),
    CMPP2_PORT: setting(field.integer({ min: 1, max: 65_535 }), 7890, now),
    CMPP2_SP_ID: setting(field.text({ max: 128, required: true }), '', now),
    CMPP2_SP_SECRET: setting(secret, '', boundTo('CMPP2_HOST', 'CMPP2_PORT', 'CMPP2_SP_ID')),
    CMPP2_SRC_ID: setting(field.text({ max: 256 }), '', now),
    CMPP2_SERVICE_ID: setting(name, '', now),
    CMPP2_VERIFY_SIGN_NAME: setting(name, '', now),
    CMPP2_VERIFY_TEMPLATE_CODE: setting(field.text({ max: 69, required: true }), '{code}', now),
  },
} as const satisfies SettingCategory;

/** Delivery by a service that takes an HTTP request. */
export const custom = {
  permission,
  test: testOf('custom'),
  also,
  settings: {
    CUSTOM_SMS_URL: setting(field.text({ max: 1024, format: 'url', required: true }), '', now),
    CUSTOM_SMS_API_PARAMS: setting(
      field.json({ noDiff: true }),
      { phone_numbers: '{phone_numbers}', content: 'Your code is {code}' },
      now,
    ),
    CUSTOM_SMS_REQUEST_METHOD: setting(field.choice({ choices: ['get', 'post'], plain: true }), 'get', now),
  },
} as const satisfies SettingCategory;

/** Delivery by a program of the installation. */
export const customFile = {
  permission,
  test: testOf('custom_file'),
  settings: { SMS_TEST_PHONE: setting(field.phone({ nullable: true }), null, now) },
} as const satisfies SettingCategory;
