import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../../test/api.ts';
import { estateOf } from '../../../../test/estate.ts';
import { htmlOf, type Mail, sendMailBy, startMailServer } from '../../../../test/servers/mailServer.ts';
import { createSettings } from '../../../platform/settings.ts';
import { type Channel, lanes } from '../channel.ts';
import { chooseChannels } from '../choice.ts';
import { type DeliverDeps, deliverMessages } from '../deliver.ts';
import { notify } from '../notify.ts';
import { emailOf } from './email.ts';
import type { MailFrame } from './mailFrame.ts';

const frame: MailFrame = {
  title: 'Gatehouse',
  site: 'https://gate.example',
  language: 'en',
  footer: '',
  colour: '',
};
const email = emailOf(() => frame);

let api: Awaited<ReturnType<typeof startApi>>;
let post: Awaited<ReturnType<typeof startMailServer>>;
let mails: Mail[];
beforeAll(async () => {
  api = await startApi();
  post = await startMailServer();
  mails = post.mails;
});
afterAll(async () => {
  await post.stop();
  await api.stop();
});
beforeEach(async () => {
  post.state.refuses = false;
  post.state.denies = false;
  mails.length = 0;
  await api.pool.query('delete from audits_messagelog');
  await api.pool.query("delete from settings_setting where name like 'EMAIL_%'");
  await api.services.settings.reload();
});

const setUpMail = (server: Server = post.server) => sendMailBy(server, api.services);
const lines: string[] = [];
const deliver = (channels: readonly Channel[] = [email], own: Partial<DeliverDeps> = {}) => {
  const { db, settings, lookup } = api.services;
  const deps: DeliverDeps = {
    db,
    server: 'here',
    settings,
    lookup,
    language: 'en',
    channels,
    siteUrl: () => 'https://gate.example',
  };
  return deliverMessages({ ...deps, ...own, log: (line) => lines.push(line) });
};
const waiting = async () =>
  (
    await api.pool.query("select attempts::int from audits_messagelog where state = 'waiting' order by 1")
  ).rows.map((row) => row.attempts);
const ticket = {
  key: 'ticket_approved',
  params: {
    id: '10000000-0000-4000-8000-000000000001',
    number: '20260101000001',
    title: 'db <prod>',
    applicant: 'Ann',
    by: 'Bob',
  },
} as const;

const logUrl = '/api/v1/audits/message-logs/';
type Logged = { id: string; backend: { value: string }; receiver: string; state: { value: string } };
const logged = async (query = '', caller = api.as({ superuser: true, org: ROOT_ORG_ID })) =>
  (await caller.get(`${logUrl}?${query}`)).json as Logged[];

test('deliveries are listed with channel and state, those of an organization to its auditors only', async () => {
  await setUpMail();
  const user = await estateOf(api.pool).user('lou');
  await notify([user], ticket, api.services.db, { org: OTHER_ORG_ID });
  const auditor = (org: string) => api.as({ permissions: ['audits.view_messagelog'], org });
  const waysOf = async (org: string) =>
    (await logged('', auditor(org))).map(({ backend, state }) => `${backend.value} ${state.value}`);
  expect((await waysOf(OTHER_ORG_ID)).toSorted()).toEqual(['email waiting', 'site_msg sent']);
  expect(await waysOf(DEFAULT_ORG_ID)).toEqual([]);
  await deliver();
  expect((await waysOf(OTHER_ORG_ID)).toSorted()).toEqual(['email sent', 'site_msg sent']);
  const [site] = await logged('backend=site_msg');
  const again = await api.as({ superuser: true, org: ROOT_ORG_ID }).post(`${logUrl}${site?.id}/send-again/`);
  expect([again.status, again.text]).toEqual([400, expect.stringContaining('cannot be sent again')]);
});

test('a message is mailed once its transaction commits, with links to the console', async () => {
  await setUpMail();
  const user = await estateOf(api.pool).user('ann');
  await expect(
    api.services.db.transaction(async (tx) => {
      await notify([user], ticket, tx);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await api.services.db.transaction((tx) => notify([user], ticket, tx));
  await deliver();
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect([mail?.from, mail?.to]).toEqual(['gate@example.com', ['ann@example.com']]);
  expect(mail?.text).toContain('Subject: [Gatehouse] Approved: db <prod>');
  const body = mail?.text.replace(/=\r\n/g, '').replaceAll('=3D', '=');
  expect(body).toContain('<a href="https://gate.example/ui/tickets/tickets/10000000');
  expect(body).toContain('db &lt;prod&gt;');
  await deliver();
  expect([mails.length, await waiting()]).toEqual([1, []]);
});

test('many messages share the connections of one run, which ends with it', async () => {
  await setUpMail();
  const user = await estateOf(api.pool).user('many');
  for (let sent = 0; sent < 30; sent += 1) await notify([user], ticket, api.services.db);
  post.state.connections = 0;
  await deliver();
  expect([mails.length, await waiting()]).toEqual([30, []]);
  expect(post.state.connections).toBeGreaterThan(0);
  expect(post.state.connections).toBeLessThanOrEqual(lanes);
  await expect
    .poll(() => new Promise((resolve) => post.server.getConnections((_, open) => resolve(open))))
    .toBe(0);
});

test('a user who chose site messages only gets no mail, until mail is chosen again', async () => {
  await setUpMail();
  const user = await estateOf(api.pool).user('quiet');
  const { db } = api.services;
  await chooseChannels(user, ['site_msg'], db);
  await notify([user], ticket, db);
  await deliver();
  expect([mails, await waiting()]).toEqual([[], []]);
  await chooseChannels(user, ['email'], db);
  await notify([user], ticket, db);
  await deliver();
  expect(mails.map(({ to }) => to)).toEqual([['quiet@example.com']]);
});

test.each([
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['"><a href="https://evil.example">', '&quot;&gt;&lt;a href=&quot;https://evil.example&quot;&gt;'],
  ['&lt;b&gt;', '&amp;lt;b&amp;gt;'],
])('HTML in the names a mail quotes is escaped: %s', async (name, escaped) => {
  await setUpMail();
  const user = await estateOf(api.pool).user(`eve-${randomUUID().slice(0, 8)}`);
  const params = { ...ticket.params, title: name, number: name, by: name };
  await notify([user], { ...ticket, params }, api.services.db);
  await deliver();
  expect(mails).toHaveLength(1);
  const link = `https://gate.example/ui/tickets/tickets/${ticket.params.id}`;
  expect(htmlOf(mails[0])).toBe(
    `<p>${escaped} approved your ticket ${escaped}, ${escaped}.</p><p><a href="${link}">Open the ticket</a></p>`,
  );
});

test('a message with HTML of its author is mailed without scripts and event handlers', async () => {
  await setUpMail();
  const user = await estateOf(api.pool).user('flo');
  const html =
    '<p onclick="alert(1)">Down at <b>10</b></p><script>alert(1)</script><img src=x onerror=alert(1)>';
  await notify([user], { subject: 'Tonight', html }, api.services.db);
  await deliver();
  expect(htmlOf(mails[0])).toBe('<p>Down at <b>10</b></p>');
});

test('line ends in a subject or a name add no header and no recipient', async () => {
  await setUpMail();
  const user = await estateOf(api.pool).user('gus');
  const injected = '\r\nBcc: evil@example.com\r\n\r\nbody';
  await api.pool.query('update users_user set name = $2, email = $3 where id = $1', [
    user,
    `Gus${injected}`,
    'gus@example.com, "evil@example.com" <evil@example.com>',
  ]);
  await notify([user], { subject: `Tonight${injected}`, html: '<p>x</p>' }, api.services.db);
  await deliver();
  for (const { to, text } of mails) {
    expect(to).not.toContain('evil@example.com');
    expect(text.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
  }
  await api.pool.query("update users_user set email = 'gus@example.com' where id = $1", [user]);
  await notify([user], { subject: `Tonight${injected}`, html: '<p>x</p>' }, api.services.db);
  await deliver();
  const [head = ''] = mails.at(-1)?.text.split('\r\n\r\n') ?? [];
  expect([mails.at(-1)?.to, /^bcc:/im.test(head)]).toEqual([['gus@example.com'], false]);
});

test('a delivery refused by the mail server waits, is retried later, and is finally given up', async () => {
  await setUpMail();
  const user = await estateOf(api.pool).user('bea');
  await notify([user], ticket, api.services.db);
  post.state.refuses = true;
  await deliver();
  expect([await waiting(), lines.at(-1)]).toEqual([[1], expect.stringContaining('try later')]);
  await deliver();
  expect(await waiting()).toEqual([1]);
  const due = () => api.pool.query("update audits_messagelog set date_due = now() where state = 'waiting'");
  await due();
  post.state.refuses = false;
  await deliver();
  expect([mails.length, await waiting()]).toEqual([1, []]);
  await notify([user], ticket, api.services.db);
  post.state.refuses = true;
  for (let tries = 0; tries < 6; tries += 1) {
    await due();
    await deliver();
  }
  expect([await waiting(), lines.at(-1)]).toEqual([[], expect.stringContaining('given up')]);
  const [failed] = await logged('state=failed');
  expect(failed).toMatchObject({
    subject: 'Approved: db <prod>',
    receiver: 'BEA(bea)',
    backend: { value: 'email', label: 'Email' },
    state: { value: 'failed', label: 'Failed' },
    attempts: 6,
    error: expect.stringContaining('try later'),
  });
  const again = `${logUrl}${failed?.id}/send-again/`;
  expect((await api.as({ permissions: ['audits.view_messagelog'] }).post(again)).status).toBe(403);
  expect((await api.as({ superuser: true, org: ROOT_ORG_ID }).post(again)).json).toEqual({ detail: 'ok' });
  post.state.refuses = false;
  await deliver();
  expect(mails.map(({ to }) => to)).toEqual([['bea@example.com'], ['bea@example.com']]);
  expect((await logged('state=failed')).length).toBe(0);
  expect(lines.join()).not.toContain('mail-secret');
});

test('attempts at one delivery carry one Message-ID, other deliveries and a mail sent again on request another', async () => {
  await setUpMail();
  const user = await estateOf(api.pool).user('twice');
  await notify([user], ticket, api.services.db);
  const sendAll = async () => {
    await api.pool.query("update audits_messagelog set date_due = now() where state = 'waiting'");
    await deliver();
  };
  post.state.denies = true;
  await sendAll();
  await sendAll();
  post.state.denies = false;
  await sendAll();
  const [sent] = await logged('backend=email');
  await api.as({ superuser: true, org: ROOT_ORG_ID }).post(`${logUrl}${sent?.id}/send-again/`);
  post.state.denies = true;
  await sendAll();
  post.state.denies = false;
  await sendAll();
  await notify([user], ticket, api.services.db);
  await sendAll();
  const ids = mails.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]);
  const [first, , , again, , other] = ids;
  expect(ids).toEqual([first, first, first, again, again, other]);
  expect(first).toBe(`<${sent?.id}@example.com>`);
  expect(new Set(ids).size).toBe(3);
});

test('no mail goes to an address of the cloud, in any notation', async () => {
  await setUpMail();
  await api.services.settings.set({ EMAIL_HOST: '0xa9fea9fe' }, api.services.db);
  await api.services.settings.reload();
  const user = await estateOf(api.pool).user('cleo');
  await api.services.db.transaction((tx) => notify([user], ticket, tx));
  lines.length = 0;
  await deliver();
  expect([mails, await waiting()]).toEqual([[], [1]]);
  expect(lines.join()).toContain('Nothing is sent to 0xa9fea9fe');
});

test('a failing channel neither stops the others nor makes them deliver a message twice', async () => {
  await setUpMail();
  const user = await estateOf(api.pool).user('fay');
  const pages: string[] = [];
  let isDown = true;
  const pager: Channel = {
    name: 'pager',
    isOn: () => true,
    reaches: () => true,
    deliver: async ({ letter: { subject } }) => {
      if (isDown) throw new Error('no signal');
      pages.push(subject);
    },
  };
  await notify([user], ticket, api.services.db, { backends: ['pager', 'email'] });
  await deliver([pager, email]);
  expect([mails.length, pages, await waiting()]).toEqual([1, [], [1]]);
  expect(lines.at(-1)).toMatch(/: pager: no signal$/);
  await api.pool.query("update audits_messagelog set date_due = now() where state = 'waiting'");
  isDown = false;
  await deliver([pager, email]);
  expect([mails.length, pages, await waiting()]).toEqual([1, ['Approved: db <prod>'], []]);
});

test('a channel that never answers is a failed delivery, and the next message is delivered', async () => {
  await setUpMail();
  const user = await estateOf(api.pool).user('gil');
  const signals: AbortSignal[] = [];
  const stuck: Channel = {
    name: 'stuck',
    isOn: () => true,
    reaches: () => true,
    deliver: (_parcel, _settings, signal) => {
      signals.push(signal);
      return new Promise(() => {});
    },
  };
  await notify([user], ticket, api.services.db, { backends: ['stuck', 'email'] });
  await notify([user], ticket, api.services.db, { backends: ['stuck', 'email'] });
  await deliver([stuck, email], { patienceMs: 700 });
  expect([mails.length, await waiting()]).toEqual([2, [1, 1]]);
  expect([lines.at(-1), signals.map(({ aborted }) => aborted)]).toEqual([
    expect.stringMatching(/: stuck: .*time/),
    [true, true],
  ]);
});

test('a mail server that never completes an answer is given up, and its connection closed', async () => {
  let isClosed = false;
  const talkative = createServer((socket) => {
    socket.write('220 hello\r\n');
    const more = setInterval(() => socket.write('250-and another thing\r\n'), 10);
    socket.on('data', () => {}).on('error', () => {});
    socket.on('close', () => {
      clearInterval(more);
      isClosed = true;
    });
  });
  await new Promise<void>((resolve) => talkative.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void talkative.close());
  await setUpMail(talkative);
  const user = await estateOf(api.pool).user('hal');
  await notify([user], ticket, api.services.db);
  await deliver([email], { patienceMs: 300 });
  await expect.poll(() => isClosed).toBe(true);
  expect(await waiting()).toEqual([1]);
});

test('a server that has not yet learned of the mail server does not drop messages', async () => {
  const behind = await createSettings(api.services.db, api.services.engine.vault);
  await setUpMail();
  const user = await estateOf(api.pool).user('ian');
  await notify([user], ticket, api.services.db);
  await deliver([email], { settings: behind });
  expect([mails.length, await waiting()]).toEqual([1, []]);
});

test('without a mail server nothing is sent and nothing waits', async () => {
  const user = await estateOf(api.pool).user('cid');
  await notify([user], ticket, api.services.db);
  expect(await waiting()).toEqual([0]);
  await deliver();
  expect([mails, await waiting()]).toEqual([[], []]);
});

test('nothing is sent to a user who was disabled meanwhile, and nothing waits', async () => {
  await setUpMail();
  const user = await estateOf(api.pool).user('dan');
  await notify([user], ticket, api.services.db);
  await api.pool.query('update users_user set is_active = false where id = $1', [user]);
  await deliver();
  expect([mails, await waiting()]).toEqual([[], []]);
});
