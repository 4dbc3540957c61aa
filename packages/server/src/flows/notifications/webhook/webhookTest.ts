import { randomUUID } from 'node:crypto';
import { testWebhook } from '@gatehouse/contract/calls/settings.ts';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { bind, whole } from '../../../engine/calls/bind.ts';
import type { Context } from '../../../engine/context.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import { RefusedHost } from '../../../platform/outgoing/checkedHost.ts';
import type { Settings } from '../../../platform/settings.ts';
import { settingFormOf } from '../../settings/settingForms.ts';
import { outlivedSecrets, valuesFrom } from '../../settings/settingValues.ts';
import type { Parcel } from '../channel.ts';
import { inTime } from '../inTime.ts';
import { callWebhook } from './webhook.ts';

/** How long a test may take, in milliseconds. */
const patienceMs = 15_000;

const parcelFor = ({ t }: Context): Parcel => {
  const text = t('messages.webhook_test.message');
  return {
    id: randomUUID(),
    letter: { subject: t('messages.webhook_test.subject'), html: '', text },
    type: 'test',
    org: SYSTEM_ORG_ID,
    date: new Date(),
    params: {},
  };
};

/**
 * Registers the test of the webhook with the values of a form; omitted ones are taken as stored, a stored secret only with the
 * address it was stored for.
 */
export const addWebhookTest = (ports: HttpPorts, settings: Settings): void =>
  bind(
    ports,
    testWebhook,
    async ({ ctx, body }) => {
      const panel = settingFormOf('webhook');
      const input = await valuesFrom(panel, await body(), 'patch', ctx);
      const isOutlived = outlivedSecrets(panel, input, settings).includes('WEBHOOK_SECRET');
      const url = String(input.WEBHOOK_URL ?? settings.get('WEBHOOK_URL'));
      const secret = String(input.WEBHOOK_SECRET ?? (isOutlived ? '' : settings.get('WEBHOOK_SECRET')));
      const refused = (key: string, params = {}) =>
        whole({ status: 400, body: { error: ctx.t(`errors.${key}`, params) } });
      if (!url) return refused('webhook_without_url');
      const { host } = new URL(url);
      try {
        await inTime((signal) => callWebhook({ url, secret }, parcelFor(ctx), signal), patienceMs);
      } catch (error) {
        if (error instanceof RefusedHost) return refused('mail_host_refused', { host });
        const { message = '' } = Object(error) as { message?: string };
        const [, status] = /^answered (\d+)$/.exec(message) ?? [];
        return status ? refused('webhook_refused', { host, status }) : refused('mail_unreachable', { host });
      }
      return { msg: ctx.t('panels.webhook.tested', { host }) };
    },
    { noTransaction: true },
  );
