import { field } from '../../resource/fields.ts';
import { type SettingCategory, setting } from '../setting.ts';

const permission = 'settings.change_auth';
const later = { effect: 'nothing' } as const;
const name = field.text({ max: 256, required: true });
const secret = field.secret({ max: 256, writeOnly: true });
const boundTo = (...bound: string[]) => ({ effect: 'nothing', bound }) as const;

/** Accounts of WeCom. */
export const wecom = {
  permission,
  also: ['AUTH_WECOM'],
  settings: {
    WECOM_CORPID: setting(name, '', later),
    WECOM_AGENTID: setting(name, '', later),
    WECOM_SECRET: setting(secret, '', boundTo('WECOM_CORPID')),
  },
} as const satisfies SettingCategory;

/** Accounts of DingTalk. */
export const dingtalk = {
  permission,
  also: ['AUTH_DINGTALK'],
  settings: {
    DINGTALK_AGENTID: setting(name, '', later),
    DINGTALK_APPKEY: setting(name, '', later),
    DINGTALK_APPSECRET: setting(secret, '', boundTo('DINGTALK_APPKEY')),
  },
} as const satisfies SettingCategory;

/** Accounts of Feishu. */
export const feishu = {
  permission,
  also: ['AUTH_FEISHU'],
  settings: {
    FEISHU_APP_ID: setting(name, '', later),
    FEISHU_APP_SECRET: setting(secret, '', boundTo('FEISHU_APP_ID')),
  },
} as const satisfies SettingCategory;

/** Accounts of Lark. */
export const lark = {
  permission,
  also: ['AUTH_LARK'],
  settings: {
    LARK_APP_ID: setting(name, '', later),
    LARK_APP_SECRET: setting(secret, '', boundTo('LARK_APP_ID')),
  },
} as const satisfies SettingCategory;

/** Accounts of Slack. */
export const slack = {
  permission,
  also: ['AUTH_SLACK'],
  settings: {
    SLACK_CLIENT_ID: setting(name, '', later),
    SLACK_CLIENT_SECRET: setting(secret, '', boundTo('SLACK_CLIENT_ID')),
    SLACK_BOT_TOKEN: setting(secret, '', boundTo('SLACK_CLIENT_ID')),
  },
} as const satisfies SettingCategory;
