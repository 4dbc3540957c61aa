import { field } from '../../resource/fields.ts';
import { type SettingCategory, setting } from '../setting.ts';

const name = setting(field.text({ max: 256, required: true }), '', { effect: 'nothing' });
const secretOf = (bound: string) =>
  setting(field.secret({ max: 256, writeOnly: true }), '', { effect: 'nothing', bound: [bound] });

/** The app of the installation at a messenger, and the setting that switches signing in with it on. */
const messenger = <const Switch extends string, const S extends SettingCategory['settings']>(
  isOn: Switch,
  settings: S,
) => ({ permission: 'settings.change_auth', also: [isOn], settings }) as const satisfies SettingCategory;

/** Signing in and messages through WeCom. */
export const wecom = messenger('AUTH_WECOM', {
  WECOM_CORPID: name,
  WECOM_AGENTID: name,
  WECOM_SECRET: secretOf('WECOM_CORPID'),
});

/** Signing in and messages through DingTalk. */
export const dingtalk = messenger('AUTH_DINGTALK', {
  DINGTALK_AGENTID: name,
  DINGTALK_APPKEY: name,
  DINGTALK_APPSECRET: secretOf('DINGTALK_APPKEY'),
});

/** Signing in and messages through Feishu. */
export const feishu = messenger('AUTH_FEISHU', {
  FEISHU_APP_ID: name,
  FEISHU_APP_SECRET: secretOf('FEISHU_APP_ID'),
});

/** Signing in and messages through Lark. */
export const lark = messenger('AUTH_LARK', {
  LARK_APP_ID: name,
  LARK_APP_SECRET: secretOf('LARK_APP_ID'),
});

/** Signing in and messages through Slack. */
export const slack = messenger('AUTH_SLACK', {
  SLACK_CLIENT_ID: name,
  SLACK_CLIENT_SECRET: secretOf('SLACK_CLIENT_ID'),
  SLACK_BOT_TOKEN: secretOf('SLACK_CLIENT_ID'),
});
