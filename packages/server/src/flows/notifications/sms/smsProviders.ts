import type { SettingValues } from '@gatehouse/contract/settings/catalogue.ts';
import type { Config } from '../../../platform/config.ts';
import { alibaba } from './providers/alibaba.ts';
import { cmpp2 } from './providers/cmpp2.ts';
import { custom } from './providers/custom.ts';
import { customFileOf } from './providers/customFile.ts';
import { huawei } from './providers/huawei.ts';
import { tencent } from './providers/tencent.ts';
import type { SmsProvider } from './SmsProvider.ts';

/** Name of a provider, which is also the category of its settings. */
export type SmsBackend = SettingValues['SMS_BACKEND'];

/** Every provider; a program of the installation is one only where the environment names it. */
export type SmsProviders = Readonly<Record<SmsBackend, SmsProvider | undefined>>;

/** The providers of this installation, in the order in which they are offered. */
export const smsProvidersOf = (config: Pick<Config, 'GATEHOUSE_SMS_PROGRAM'>): SmsProviders => ({
  alibaba,
  tencent,
  huawei,
  cmpp2,
  custom,
  custom_file: customFileOf(config.GATEHOUSE_SMS_PROGRAM),
});
