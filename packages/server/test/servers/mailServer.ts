import type { AddressInfo, Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { Services } from '../../src/app/services.ts';

/** A mail that a server took. */
export type Mail = { from: string; to: string[]; text: string };

/** A real SMTP server that knows one user, and can refuse every mail. */
export const startMailServer = async () => {
  const mails: Mail[] = [];
  const state = { refuses: false };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'gate@example.com' && password === 'mail-secret'
        ? done(null, { user: username })
        : done(new Error('wrong password')),
    onData: (stream, { envelope }, done) => {
      void buffer(stream).then((content) => {
        if (state.refuses) return done(new Error('try later'));
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text: content.toString() });
        done();
      });
    },
  });
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
