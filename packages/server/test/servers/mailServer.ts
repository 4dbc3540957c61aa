import type { AddressInfo, Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { Services } from '../../src/app/services.ts';

/** A mail that a server took, and whether its connection was encrypted. */
export type Mail = { from: string; to: string[]; text: string; isEncrypted: boolean };

/**
 * A real SMTP server that knows one user, and can refuse every mail, take one but say otherwise, or be slow to take
 * one; with a certificate, it speaks TLS from the first byte on.
 */
export const startMailServer = async (pair?: { cert: string; key: string }) => {
  const mails: Mail[] = [];
  const state = { refuses: false, denies: false, connections: 0, slowMs: 0 };
  const server = new SMTPServer({
    ...(pair && { secure: true, ...pair }),
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => {
      state.connections += 1;
      done();
    },
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'gate@example.com' && password === 'mail-secret'
        ? done(null, { user: username })
        : done(new Error('wrong password')),
    onData: (stream, { envelope, secure }, done) => {
      void buffer(stream).then(async (content) => {
        if (state.slowMs) await sleep(state.slowMs);
        if (state.refuses) return done(new Error('try later'));
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ from, to, text: content.toString(), isEncrypted: secure });
        done(state.denies ? new Error('nothing arrived') : null);
      }, done);
    },
  });
  // A client that trusts no certificate leaves in the middle of the handshake.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    mails,
    state,
    server: server.server as Server,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

/** Has an installation send its mail by a server. */
export const sendMailBy = async (server: Server, { settings, db }: Services): Promise<void> => {
  const port = String((server.address() as AddressInfo).port);
  await settings.set(
    {
      EMAIL_HOST: '127.0.0.1',
      EMAIL_PORT: port,
      EMAIL_HOST_USER: 'gate@example.com',
      EMAIL_HOST_PASSWORD: 'mail-secret',
      EMAIL_SUBJECT_PREFIX: '[Gatehouse] ',
    },
    db,
  );
  await settings.reload();
};

/** The HTML part of a mail, decoded. */
export const wholeHtmlOf = (mail: Mail | undefined): string => {
  const [, head = '', body = ''] =
    /(Content-Type: text\/html[\s\S]*?)\r\n\r\n([\s\S]*?)\r\n--/.exec(
      mail?.text.replace(/^[\s\S]*?\r\n\r\n/, '') ?? '',
    ) ?? [];
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
};

/** The message in the HTML part of a mail. */
export const htmlOf = (mail: Mail | undefined): string =>
  /class="text"[^>]*>([\s\S]*?)<\/td><\/tr>\r?\n<\/table>/.exec(wholeHtmlOf(mail))?.[1] ?? '';
