import { hostname } from 'node:os';
import { getAuditStreamState, testAuditStream } from '@gatehouse/contract/calls/settings.ts';
import { bind, whole } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { RefusedHost } from '../../platform/outgoing/checkedHost.ts';
import type { Settings } from '../../platform/settings.ts';
import { settingFormOf } from '../settings/settingForms.ts';
import { valuesFrom } from '../settings/settingValues.ts';
import { streamVersion } from './auditStream.ts';
import { eventText, type StreamFormat } from './format.ts';
import { streamState } from './outbox.ts';
import { openReceiver } from './receiver.ts';

/** Registers the state of the stream, and its test with the values of a form; omitted ones are taken as stored. */
export const addAuditStream = (ports: HttpPorts, settings: Settings): void => {
  bind(ports, getAuditStreamState, ({ ctx }) => streamState(ctx.db));
  bind(
    ports,
    testAuditStream,
    async ({ ctx, body }) => {
      const input = await valuesFrom(settingFormOf('audit_stream'), await body(), 'patch', ctx);
      const host = String(input.AUDIT_STREAM_HOST ?? settings.get('AUDIT_STREAM_HOST'));
      const refused = (key: string, params = {}) =>
        whole({ status: 400, body: { error: ctx.t(`errors.${key}`, params) } });
      if (!host) return refused('stream_without_host');
      const format = (input.AUDIT_STREAM_FORMAT ?? settings.get('AUDIT_STREAM_FORMAT')) as StreamFormat;
      const event = { number: 0, kind: 'test', at: new Date(), body: { by: ctx.actor.username } } as const;
      try {
        const receiver = await openReceiver({
          host,
          port: Number(input.AUDIT_STREAM_PORT ?? settings.get('AUDIT_STREAM_PORT')),
          isTls: Boolean(input.AUDIT_STREAM_TLS ?? settings.get('AUDIT_STREAM_TLS')),
          ca: String(input.AUDIT_STREAM_CA ?? settings.get('AUDIT_STREAM_CA')),
        });
        await receiver.send(eventText(event, format, { host: hostname(), version: streamVersion }));
        receiver.close();
      } catch (error) {
        if (error instanceof RefusedHost) return refused('mail_host_refused', { host });
        const { code = '' } = error as { code?: string };
        return /CERT|TLS|SSL|SELF_SIGNED|VERIFY/.test(code)
          ? refused('stream_certificate', { host })
          : refused('mail_unreachable', { host });
      }
      return { msg: ctx.t('panels.audit_stream.tested', { host }) };
    },
    { noTransaction: true },
  );
};
