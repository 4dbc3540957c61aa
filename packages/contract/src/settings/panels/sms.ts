import { panel } from './panel.ts';

/** The panel of a provider is a dialog of that of text messages. */
const inDialog = { page: 'msg', tab: 'SMS', dialog: true, licence: true } as const;
const other = ['SMS_TEST_PHONE'] as const;

/** Codes as text messages, and by whom they are delivered. */
export const sms = panel('sms', {
  page: 'msg',
  tab: 'SMS',
  licence: true,
  groups: { basic: ['SMS_ENABLED', 'SMS_BACKEND', 'SMS_CODE_LENGTH'] },
});

/** Alibaba Cloud. */
export const alibaba = panel('alibaba', {
  ...inDialog,
  groups: {
    basic: ['ALIBABA_ACCESS_KEY_ID', 'ALIBABA_ACCESS_KEY_SECRET'],
    template: ['ALIBABA_VERIFY_SIGN_NAME', 'ALIBABA_VERIFY_TEMPLATE_CODE'],
    other,
  },
});

/** Tencent Cloud. */
export const tencent = panel('tencent', {
  ...inDialog,
  groups: {
    basic: ['TENCENT_SECRET_ID', 'TENCENT_SECRET_KEY', 'TENCENT_SDKAPPID'],
    template: ['TENCENT_VERIFY_SIGN_NAME', 'TENCENT_VERIFY_TEMPLATE_CODE'],
    other,
  },
});

/** Huawei Cloud. */
export const huawei = panel('huawei', {
  ...inDialog,
  groups: {
    basic: ['HUAWEI_APP_KEY', 'HUAWEI_APP_SECRET', 'HUAWEI_SMS_ENDPOINT', 'HUAWEI_SIGN_CHANNEL_NUM'],
    template: ['HUAWEI_VERIFY_SIGN_NAME', 'HUAWEI_VERIFY_TEMPLATE_CODE'],
    other,
  },
});

/** The protocol CMPP 2.0. */
export const cmpp2 = panel('cmpp2', {
  ...inDialog,
  groups: {
    basic: ['CMPP2_HOST', 'CMPP2_PORT', 'CMPP2_SP_ID', 'CMPP2_SP_SECRET', 'CMPP2_SRC_ID', 'CMPP2_SERVICE_ID'],
    template: ['CMPP2_VERIFY_SIGN_NAME', 'CMPP2_VERIFY_TEMPLATE_CODE'],
    other,
  },
});

/** A service that takes an HTTP request. */
export const custom = panel('custom', {
  ...inDialog,
  groups: { basic: ['CUSTOM_SMS_URL', 'CUSTOM_SMS_REQUEST_METHOD', 'CUSTOM_SMS_API_PARAMS'], other },
});

/** A program of the installation. */
export const customFile = panel('custom_file', { ...inDialog, groups: { other } });
