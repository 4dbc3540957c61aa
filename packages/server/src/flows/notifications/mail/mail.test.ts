import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../../../../../scripts/servers/selfSigned.ts';
import { startApi } from '../../../../test/api.ts';
import { estateOf } from '../../../../test/estate.ts';
import {
  htmlOf,
  type Mail,
  sendMailBy,
  startMailServer,
  wholeHtmlOf,
} from '../../../../test/servers/mailServer.ts';
import { giveBackDeliveries, takeDue } from '../../../resources/audits/messagelog/statements.ts';
import { seedBuiltins } from '../../firstStart/seed.ts';
import { type DeliverDeps, deliverMessages } from '../deliver.ts';
import { notify } from '../notify.ts';
import { emailOf } from './email.ts';

const site = 'https://gate.example';
const email = emailOf(() => ({ title: 'Gatehouse', site, language: 'en', footer: '', colour: '' }));

let api: Awaited<ReturnType<typeof startApi>>;
let post: Awaited<ReturnType<typeof startMailServer>>;
let mails: Mail[];
beforeAll(async () => {
  api = await startApi();
  await seedBuiltins(api.services.db);
  post = await startMailServer();
  mails = post.mails;
});
afterAll(async () => {
  await post.stop();
  await api.stop();
});
beforeEach(async () => {
  mails.length = 0;
  await api.pool.query('delete from audits_messagelog');
  await api.pool.query("delete from settings_setting where name like 'EMAIL_%'");
  await sendMailBy(post.server, api.services);
});

const set = async (values: Parameters<typeof api.services.settings.set>[0]) => {
  await api.services.settings.set(values, api.services.db);
  await api.services.settings.reload();
};
const deliver = (own: Partial<DeliverDeps> = {}) => {
  const { db, settings, lookup } = api.services;
  return deliverMessages({
    ...{ db, server: 'here', settings, lookup, language: 'en', channels: [email], siteUrl: () => site },
    ...own,
  });
};

test('a mail that a server had on its way leaves again once that server is gone, and no other does', async () => {
  const { db } = api.services;
  const user = await estateOf(api.pool).user('lost');
  for (const by of ['Ann', 'Bob', 'Eve']) await notify([user], { key: 'mfa_reset', params: { by } }, db);
  const taken = [await takeDue(['email'], 'gone', db), await takeDue(['email'], 'there', db)];
  expect(taken).toEqual([expect.anything(), expect.anything()]);
  await deliver();
  expect(mails).toHaveLength(1);
  await giveBackDeliveries('gone', db);
  await deliver();
  expect(mails).toHaveLength(2);
  const { rows } = await api.pool.query("select id from audits_messagelog where state = 'waiting'");
  expect(rows).toEqual([{ id: taken[1]?.id }]);
});

test('a mail reads in light and dark, without pictures and without anything that is fetched', async () => {
  const user = await estateOf(api.pool).user('pia');
  await notify([user], { key: 'mfa_reset', params: { by: 'Bob' } }, api.services.db);
  await deliver();
  const html = wholeHtmlOf(mails[0]);
  expect(html).toContain('prefers-color-scheme:dark');
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).not.toMatch(/<img|<link|<script|@import|url\(|src=/i);
  expect(mails[0]?.text).toContain('Content-Type: text/plain');
});

const admin = () => api.as({ superuser: true });
const newAccount = async (username: string, strategy: object) => {
  const body = {
    name: `${username} <b>{email}</b>`,
    username,
    email: `${username}@example.com`,
    ...strategy,
  };
  const answer = await admin().post('/api/v1/users/users/', body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
};

const listed = async () =>
  (
    (await api.as({ superuser: true, org: ROOT_ORG_ID }).get('/api/v1/audits/message-logs/?backend=email'))
      .json as { subject: string }[]
  ).map(({ subject }) => subject);

test('the list of deliveries names the mail to a new user by the subject with which it left', async () => {
  await set({ EMAIL_CUSTOM_USER_CREATED_SUBJECT: 'Welcome, {username}' });
  await newAccount('new-5', { password_strategy: 'custom', password: 'Right-password-1' });
  post.state.refuses = true;
  await deliver();
  post.state.refuses = false;
  await set({ EMAIL_CUSTOM_USER_CREATED_SUBJECT: 'Changed' });
  expect(await listed()).toEqual(['Welcome, new-5']);
  await api.pool.query('update audits_messagelog set date_due = now()');
  await deliver();
  expect(await listed()).toEqual(['Changed']);
  await set({ EMAIL_CUSTOM_USER_CREATED_SUBJECT: '' });
  await api.pool.query("update audits_messagelog set state = 'waiting', date_due = now()");
  await deliver();
  expect(await listed()).toEqual(['Your account']);
  await notify(
    [await estateOf(api.pool).user('ola')],
    { subject: 'Tonight', html: '<p>x</p>' },
    api.services.db,
  );
  await deliver();
  expect((await listed()).toSorted()).toEqual(['Tonight', 'Your account']);
});

test('a new user gets a mail with the link to set a password, which no list and no row contains', async () => {
  await newAccount('new-1', { password_strategy: 'email' });
  const links: string[] = [];
  await deliver({
    passwordLink: async (id) => {
      links.push(id);
      return `https://gate.example/core/auth/password/reset/?token=t-${id}`;
    },
  });
  expect(mails.map(({ to }) => to)).toEqual([['new-1@example.com']]);
  expect(htmlOf(mails[0])).toContain(`?token=t-${links[0]}">Set your password</a>`);
  const { rows } = await api.pool.query('select text::text || error as kept from audits_messagelog');
  expect(JSON.stringify(rows)).not.toContain('token');
  await newAccount('new-2', { password_strategy: 'custom', password: 'Right-password-1' });
  await deliver({ passwordLink: async () => 'https://gate.example/leak' });
  expect(mails).toHaveLength(2);
  expect(htmlOf(mails[1])).not.toContain('leak');
});

test('texts for new users are plain: no template is run, no HTML, no header comes in', async () => {
  await set({
    EMAIL_CUSTOM_USER_CREATED_SUBJECT: 'Hi {username}\r\nBcc: evil@example.com',
    EMAIL_CUSTOM_USER_CREATED_HONORIFIC: 'Dear {name}',
    EMAIL_CUSTOM_USER_CREATED_BODY:
      '<img src=x> {{7*7}} #{7*7} <%= 7 %> {constructor} {name.constructor} {password}',
    EMAIL_CUSTOM_USER_CREATED_SIGNATURE: 'IT\nDesk',
  });
  await newAccount('new-3', { password_strategy: 'custom', password: 'Right-password-1' });
  await deliver();
  expect(await listed()).toEqual(['Hi new-3 Bcc: evil@example.com']);
  expect(mails.map(({ to }) => to)).toEqual([['new-3@example.com']]);
  const [head = ''] = mails[0]?.text.split('\r\n\r\n') ?? [];
  expect(head).toContain('Subject: [Gatehouse] Hi new-3 Bcc: evil@example.com');
  expect(head).not.toMatch(/^bcc:/im);
  const html = htmlOf(mails[0]);
  // The name is not read again: its {email} stays.
  expect(html).toContain('<p>Dear new-3 &lt;b&gt;{email}&lt;/b&gt;</p>');
  expect(html).toContain(
    '&lt;img src=x&gt; {{7*7}} #{7*7} &lt;%= 7 %&gt; {constructor} {name.constructor} {password}',
  );
  expect(html).toContain('<p>IT<br>Desk</p>');
});

test('clients read the default texts for new users in their language; saving these stores nothing', async () => {
  const url = '/api/v1/settings/setting/?category=email_content';
  const read = async (language: 'en' | 'ja') =>
    (await api.as({ superuser: true, language }).get(url)).json as Record<string, unknown>;
  expect(await read('en')).toMatchObject({
    EMAIL_CUSTOM_USER_CREATED_SUBJECT: 'Your account',
    EMAIL_CUSTOM_USER_CREATED_HONORIFIC: 'Hello {name},',
    EMAIL_CUSTOM_USER_CREATED_BODY: expect.stringContaining('{username}'),
    EMAIL_CUSTOM_USER_CREATED_SIGNATURE: null,
  });
  const japanese = await read('ja');
  expect(japanese.EMAIL_CUSTOM_USER_CREATED_HONORIFIC).toMatch(/^\{name\} *[様さ]/);
  expect((await admin().patch(url, japanese)).status).toBe(200);
  expect(api.services.settings.get('EMAIL_CUSTOM_USER_CREATED_HONORIFIC')).toBe('');
  expect((await admin().patch(url, { EMAIL_CUSTOM_USER_CREATED_BODY: 'Welcome' })).json).toMatchObject({
    EMAIL_CUSTOM_USER_CREATED_BODY: 'Welcome',
  });
  expect((await admin().patch(url, { EMAIL_CUSTOM_USER_CREATED_BODY: '' })).json).toMatchObject({
    EMAIL_CUSTOM_USER_CREATED_BODY: expect.stringContaining('{username}'),
  });
});

const testUrl = '/api/v1/settings/mail/testing/';
const mailer = () => api.as({ permissions: ['settings.change_email'] });

test('A-7-028 the mail test sends by the stored server from and to the given addresses', async () => {
  const body = {
    EMAIL_FROM: 'desk@example.com',
    EMAIL_RECIPIENT: 'boss@example.com',
    EMAIL_HOST: '203.0.113.1',
  };
  expect((await mailer().post(testUrl, body)).json).toEqual({
    msg: 'A test mail was sent to boss@example.com.',
  });
  expect(mails).toMatchObject([{ from: 'desk@example.com', to: ['boss@example.com'] }]);
  expect((await mailer().post(testUrl, {})).json).toEqual({
    msg: 'A test mail was sent to gate@example.com.',
  });
  expect((await api.as({ permissions: ['settings.view_setting'] }).post(testUrl, {})).status).toBe(403);
});

test.each([
  ['nothing listens', { EMAIL_PORT: '1' }, '127.0.0.1 cannot be reached'],
  ['it is an address of the cloud', { EMAIL_HOST: '169.254.169.254' }, 'Nothing is sent to 169.254.169.254'],
  ['the name is unknown', { EMAIL_HOST: 'mail.invalid' }, 'There is no host mail.invalid'],
  ['the password is wrong', { EMAIL_HOST_PASSWORD: 'other' }, '127.0.0.1 refused the user or the password'],
  ['it speaks no TLS from the start', { EMAIL_USE_SSL: true }, 'No encrypted connection to 127.0.0.1'],
  ['it speaks no TLS', { EMAIL_USE_TLS: true }, 'No encrypted connection to 127.0.0.1'],
  ['it is not set up', { EMAIL_HOST: '' }, 'Set the server and the user for email'],
])('A-7-028 the mail test says why when %s', async (_why, values, error) => {
  await set(values);
  const answer = await mailer().post(testUrl, {});
  expect([answer.status, answer.json]).toEqual([400, { error: expect.stringContaining(error) }]);
  expect(answer.text).not.toContain('mail-secret');
});

test('EMAIL_USE_SSL encrypts from the first byte on, to a server whose certificate is trusted', async () => {
  const pair = selfSigned();
  const closed = await startMailServer(pair);
  onTestFinished(() => closed.stop());
  await sendMailBy(closed.server, api.services);
  await set({ EMAIL_USE_SSL: true });
  const strange = await mailer().post(testUrl, {});
  expect([strange.status, strange.json]).toEqual([
    400,
    { error: expect.stringContaining('No encrypted connection to 127.0.0.1') },
  ]);
  const trusted = getCACertificates('default');
  onTestFinished(() => setDefaultCACertificates(trusted));
  setDefaultCACertificates([...trusted, pair.cert]);
  expect((await mailer().post(testUrl, {})).status).toBe(200);
  expect(closed.mails).toMatchObject([{ to: ['gate@example.com'], isEncrypted: true }]);
  await sendMailBy(post.server, api.services);
  await set({ EMAIL_USE_SSL: false });
  expect((await mailer().post(testUrl, {})).status).toBe(200);
  expect(mails).toMatchObject([{ isEncrypted: false }]);
});

test('A-7-028 line ends in the addresses of a mail test add no header and no recipient', async () => {
  const injected = 'a@example.com\r\nBcc: evil@example.com';
  for (const body of [{ EMAIL_FROM: injected }, { EMAIL_RECIPIENT: injected }])
    await mailer().post(testUrl, body);
  for (const { to, text } of mails) {
    expect(to).not.toContain('evil@example.com');
    expect(text.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
  }
});

test('the preview shows the mail to a new user as it would leave', async () => {
  const url = '/api/v1/settings/mail/preview/';
  const texts = {
    EMAIL_CUSTOM_USER_CREATED_BODY: 'Welcome <{username}>',
    EMAIL_CUSTOM_USER_CREATED_SUBJECT: '',
  };
  const preview = (await mailer().post(url, texts)).json as { subject: string; html: string; text: string };
  expect(preview.subject).toBe('[Gatehouse] Your account');
  expect(preview.html).toContain('<p>Welcome &lt;tester&gt;</p>');
  expect(preview.text).toContain('Hello Tester,\nWelcome <tester>');
  const chinese = api.as({ superuser: true, language: 'zh-hans' });
  expect((await chinese.post(url, {})).json).toMatchObject({ subject: '[Gatehouse] 您的账户' });
});
