import { MODERN_TLS } from '@gatehouse/contract/network/tls.ts';
import { createTransport } from 'nodemailer';
import { outgoing } from '../../platform/outgoing/outgoing.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Channel } from './channel.ts';

/** Timeout for reaching a mail server, in milliseconds. */
const patienceMs = 20_000;
/**
 * Maximum silence of a mail server, in milliseconds: many answer only after checking a mail, and a mail given
 * up too early arrives twice.
 */
const silenceMs = 100_000;

const transportOf = (settings: Settings) => {
  const user = settings.get('EMAIL_HOST_USER');
  const pass = settings.get('EMAIL_HOST_PASSWORD');
  const host = settings.get('EMAIL_HOST');
  const secure = settings.get('EMAIL_USE_SSL');
  const port = Number(settings.get('EMAIL_PORT')) || (secure ? 465 : 587);
  return createTransport({
    host,
    port,
    secure,
    tls: MODERN_TLS,
    getSocket: (_options, done) =>
      void outgoing
        .dial({ host, port, timeoutMs: patienceMs })
        .then((connection) => done(null, { connection }), done),
    requireTLS: settings.get('EMAIL_USE_TLS'),
    ...(pass && { auth: { user, pass } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: silenceMs,
    // A message must never make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** Mail by SMTP. */
export const email: Channel = {
  name: 'email',
  isOn: (settings) => settings.get('EMAIL_HOST') !== '' && settings.get('EMAIL_HOST_USER') !== '',
  reaches: (receiver) => receiver.email.includes('@'),
  deliver: async ({ letter, receiver }, settings, signal) => {
    if (!receiver) return;
    const transport = transportOf(settings);
    try {
      await transport.sendMail({
        from: settings.get('EMAIL_FROM') || settings.get('EMAIL_HOST_USER'),
        to: { name: receiver.name, address: receiver.email },
        subject: `${settings.get('EMAIL_SUBJECT_PREFIX')}${letter.subject}`,
        text: letter.text,
        html: letter.html,
        signal,
      });
    } finally {
      transport.close();
    }
  },
};
