import type { HttpPorts } from '../../engine/http.ts';
import type { Config } from '../../platform/config.ts';
import type { Settings } from '../../platform/settings.ts';
import { lookColour } from '../appearance/look.ts';
import { addAuditStream } from '../auditStream/routes.ts';
import type { MailFrame } from './mail/mailFrame.ts';
import { addMailPreview } from './mail/mailPreview.ts';
import { addMailTest } from './mail/mailTest.ts';
import { smsProvidersOf } from './sms/smsProviders.ts';
import { addSmsTest } from './sms/smsTest.ts';
import { addWebhookTest } from './webhook/webhookTest.ts';

/** What describes this installation. */
type Installation = { settings: Settings; config: Config };

/** The address of the console. */
export const siteUrlOf = ({ settings, config }: Installation): string | undefined =>
  settings.get('SITE_URL') || config.GATEHOUSE_SITE_URL;

/** What mails say about the installation. */
export const mailFrameOf = ({ settings, config }: Installation): MailFrame => ({
  title: settings.get('INTERFACE_LOGIN_TITLE'),
  colour: lookColour(settings),
  site: siteUrlOf({ settings, config }) ?? '',
  language: config.GATEHOUSE_LANGUAGE,
  footer: '',
});

/** Registers the tests of channels, and the preview of mails. */
export const addMessageSettings = (ports: HttpPorts, services: Installation): void => {
  const { settings } = services;
  const frameOf = () => mailFrameOf(services);
  addMailTest(ports, { settings, frameOf });
  addMailPreview(ports, { settings, frameOf, siteUrl: () => siteUrlOf(services) });
  addWebhookTest(ports, settings);
  addSmsTest(ports, { settings, providers: smsProvidersOf(services.config) });
  addAuditStream(ports, settings);
};
