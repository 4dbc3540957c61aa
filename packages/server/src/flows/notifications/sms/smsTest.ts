import { listSmsBackends, type SmsRefusal, testSms } from '@gatehouse/contract/calls/settings.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import type { SettingName, SettingValues } from '@gatehouse/contract/settings/catalogue.ts';
import { bind, whole } from '../../../engine/calls/bind.ts';
import type { Context } from '../../../engine/context.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import { choiceLabel } from '../../../engine/labels.ts';
import type { Settings } from '../../../platform/settings.ts';
import { settingFormOf } from '../../settings/settingForms.ts';
import { refuseTogether } from '../../settings/settingRules.ts';
import { outlivedSecrets, valuesFrom } from '../../settings/settingValues.ts';
import { inTime } from '../inTime.ts';
import type { SmsSettings } from './SmsProvider.ts';
import { smsFailure } from './smsFailure.ts';
import type { SmsBackend, SmsProviders } from './smsProviders.ts';

/** How long a test may take, in milliseconds: a user waits at the button meanwhile. */
const patienceMs = 20_000;

/** The values of a form, which come before the stored ones; a stored secret only with what it is bound to. */
const formSettings = async (
  backend: SmsBackend,
  body: unknown,
  settings: Settings,
  ctx: Context,
): Promise<SmsSettings> => {
  const panel = settingFormOf(backend);
  const sent = await valuesFrom(panel, body, 'patch', ctx);
  refuseTogether(sent, settings);
  const outlived = outlivedSecrets(panel, sent, settings);
  const known: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(outlived.map((name) => [name, ''])),
    ...sent,
  };
  return {
    get: <K extends SettingName>(name: K) =>
      name in known ? (known[name] as SettingValues[K]) : settings.get(name),
  };
};

const isBackend = (name: string, providers: SmsProviders): name is SmsBackend => name in providers;

/** Registers the providers of text messages, and the test of each with the values of a form. */
export const addSmsTest = (
  ports: HttpPorts,
  deps: { settings: Settings; providers: SmsProviders; patienceMs?: number },
): void => {
  const { settings, providers } = deps;
  const refused = (code: SmsRefusal, error: string) =>
    whole({ status: 400, body: { detail: error, error, code } });
  bind(ports, listSmsBackends, async ({ ctx }) => {
    const resource = settingFormOf('sms').form;
    return Object.keys(providers).map((name) => ({
      name,
      label: choiceLabel({ name: 'SMS_BACKEND', resource, ctx }, name),
    }));
  });
  bind(
    ports,
    testSms,
    async ({ ctx, params, body }) => {
      if (!isBackend(params.backend, providers))
        return refused('sms_provider_not_support', ctx.t('errors.sms_provider_not_support'));
      const form = await formSettings(params.backend, await body(), settings, ctx);
      const provider = providers[params.backend];
      if (!provider) return refused('sms_program_missing', ctx.t('errors.sms_program_missing'));
      const phone = form.get('SMS_TEST_PHONE');
      if (!phone) {
        const error = ctx.t('errors.test_phone_required');
        return whole({
          status: 400,
          body: { detail: error, error, code: 'test_phone_required', SMS_TEST_PHONE: [error] },
        });
      }
      const missing = provider.needs.find((name) => String(form.get(name) ?? '') === '');
      if (missing) throw fieldError(missing, 'required');
      const code = '6'.repeat(settings.get('SMS_CODE_LENGTH'));
      try {
        await inTime((signal) => provider.send({ phone, code }, form, signal), deps.patienceMs ?? patienceMs);
      } catch (error) {
        return refused('sms_not_sent', smsFailure(error, provider.host(form), ctx));
      }
      return { msg: ctx.t('panels.sms.tested', { code, phone }) };
    },
    { noTransaction: true },
  );
};
