import type { Database } from '../../../platform/database.ts';
import type { Settings } from '../../../platform/settings.ts';
import { noteDelivery } from '../../../resources/audits/messagelog/statements.ts';
import { inTime } from '../inTime.ts';
import type { SmsCode, SmsProvider } from './SmsProvider.ts';
import type { SmsProviders } from './smsProviders.ts';

/** How long sending may take, in milliseconds: the user waits for the code. */
const patienceMs = 15_000;

/** What sending codes needs. */
export type SendCodeDeps = { db: Database; settings: Settings; providers: SmsProviders };

/** The provider of codes, once text messages are switched on and its settings are complete. */
export const smsProvider = ({ settings, providers }: Omit<SendCodeDeps, 'db'>): SmsProvider | undefined => {
  if (!settings.get('SMS_ENABLED')) return undefined;
  const provider = providers[settings.get('SMS_BACKEND')];
  const isComplete = provider?.needs.every((name) => String(settings.get(name) ?? '') !== '');
  return isComplete ? provider : undefined;
};

/**
 * Sends a code to a user and lists the delivery, without the code; returns whether it left. Unlike other messages it is
 * sent at once and never stored: it is worth nothing later.
 */
export const sendCode = async (userId: string, message: SmsCode, deps: SendCodeDeps): Promise<boolean> => {
  const { db, settings } = deps;
  const provider = smsProvider(deps);
  const errorOf = async (): Promise<string> => {
    if (!provider) return 'not set up';
    try {
      await inTime((signal) => provider.send(message, settings, signal), patienceMs);
      return '';
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return (reason || 'failed').replaceAll(message.code, '*'.repeat(message.code.length));
    }
  };
  const error = await errorOf();
  await noteDelivery({ user: userId, type: 'sms_code', backend: 'sms', error }, db);
  return error === '';
};
