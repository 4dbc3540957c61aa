import type { SettingName, SettingValues } from '@gatehouse/contract/settings/catalogue.ts';

/** Reads the settings of a provider: the stored ones, or those of a form. */
export type SmsSettings = { get<K extends SettingName>(name: K): SettingValues[K] };

/** A code for a phone, whose number is `+<country><number>`. */
export type SmsCode = { phone: string; code: string };

/** A service that delivers codes as text messages. */
export type SmsProvider = {
  /** Settings without which it sends nothing. */
  needs: readonly SettingName[];
  /** What answers, for messages about it. */
  host(settings: SmsSettings): string;
  /** Resolves once the service has taken the message. */
  send(code: SmsCode, settings: SmsSettings, signal: AbortSignal): Promise<void>;
};

/** The service answered, and does not take the message. */
export class SmsRefused extends Error {
  override name = 'SmsRefused';
}

/** A setting, or the text with its code, is longer than the service allows. */
export class SmsTooLong extends Error {
  override name = 'SmsTooLong';
  readonly setting: SettingName;
  readonly most: number;
  constructor(setting: SettingName, most: number) {
    super(`${setting} is longer than ${most}`);
    this.setting = setting;
    this.most = most;
  }
}

/** A number as services of China know it: there without a country, elsewhere without the plus. */
export const nationalNumber = (phone: string): string => phone.replace(/^\+86|^\+/, '');
