import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { lanes } from '../../../src/flows/notifications/channel.ts';
import type { Installation, Program } from '../../servers/installation.ts';
import { type Mail, startMailServer } from '../../servers/mailServer.ts';
import { openPage, signedIn } from './page.ts';

const people = ['ann', 'bob'];
/** So slow to take a mail is the mail server that kills meet mails on their way. */
const slowMailMs = 100;
/** A frame too many would arrive within this time. */
const settleMs = 300;

/** Deliveries that a killed server had begun and not noted. */
type Doubt = { id: string; key: string };

const addPeople = async ({ servers, call }: Installation): Promise<string[]> => {
  const ids: string[] = [];
  for (const username of people) {
    const person = { name: username, username, email: `${username}@example.com` };
    const body = { ...person, password_strategy: 'custom', password: 'Right-password-1' };
    const made = await call(servers[0], 'POST', '/api/v1/users/users/', body);
    expect(made.status, made.text).toBe(201);
    ids.push((made.json as { id: string }).id);
  }
  return ids;
};

const useMail = async ({ servers, call }: Installation) => {
  const mail = await startMailServer();
  onTestFinished(mail.stop);
  mail.state.slowMs = slowMailMs;
  const set = await call(servers[0], 'PATCH', '/api/v1/settings/setting/?category=email', {
    ...{ EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String((mail.server.address() as AddressInfo).port) },
    ...{ EMAIL_HOST_USER: 'gate@example.com', EMAIL_HOST_PASSWORD: 'mail-secret' },
  });
  expect(set.status, set.text).toBe(200);
  return mail;
};

const subjectIn = (text: string): string => /^Subject: .*?(note-\d+-\d+)\s*$/m.exec(text)?.[1] ?? '';

/**
 * Each message left once by mail for each person. Those that a killed server may have handed over without noting
 * it may have left again.
 */
const checkMails = async ({
  pool,
  mails,
  stored,
  doubted,
}: Pick<Installation, 'pool'> & {
  mails: readonly Mail[];
  stored: () => Promise<Map<string, number>>;
  doubted: ReadonlyMap<string, number>;
}): Promise<string> => {
  const waiting = "select 1 from audits_messagelog where state <> 'sent'";
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 60_000 }).toBe(0);
  const counts = new Map<string, number>();
  for (const { to, text } of mails) {
    const key = `${subjectIn(text)} ${to.join()}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const subjects = [...(await stored()).keys()];
  let again = 0;
  for (const key of subjects.flatMap((subject) => people.map((name) => `${subject} ${name}@example.com`))) {
    const count = counts.get(key) ?? 0;
    const most = 1 + (doubted.get(key) ?? 0);
    expect([key, count >= 1 && count <= most], `${count} mails, at most ${most}`).toEqual([key, true]);
    again += count - 1;
  }
  return `${subjects.length} messages once on the site and at each page, mailed once each to ${people.length} people; of ${doubted.size} mails on their way as their server was killed, ${again} left twice`;
};

/** Messages to all users: on the site, to the pages that are open, and by mail. */
export const openNotes = async (installation: Installation) => {
  const { pool, servers, call } = installation;
  const ids = await addPeople(installation);
  const mail = await useMail(installation);
  const cookie = await signedIn(ids[0]!, pool);
  const pages = servers.map((server) => openPage(server, cookie));
  const confirmed = new Set<string>();
  const doubted = new Map<string, number>();
  const send = async (server: Program, subject: string): Promise<void> => {
    const body = { subject, message: '<p>read me</p>', is_broadcast: true };
    const path = '/api/v1/notifications/site-messages/send/';
    const answer = await call(server, 'POST', path, body).catch(() => undefined);
    if (answer && answer.status < 300) confirmed.add(subject);
  };
  const stored = async () => {
    const { rows } = await pool.query(
      `select text ->> 'subject' as subject, count(*)::int as count from notifications_sitemessage where "user" = $1 group by 1`,
      [ids[0]],
    );
    return new Map<string, number>(rows.map(({ subject, count }) => [subject, count]));
  };
  return {
    send,
    /** Each open page is told exactly once of a message. */
    sendInPeace: async (subject: string) => {
      const unread = (await stored()).size;
      await expect.poll(() => pages.map((page) => page.last())).toEqual([unread, unread]);
      const before = pages.map((page) => page.told().length);
      await send(servers[1], subject);
      expect(confirmed).toContain(subject);
      const since = () => pages.map((page, at) => page.told().slice(before[at]));
      await expect.poll(since).toEqual([[unread + 1], [unread + 1]]);
      await sleep(settleMs);
      expect(since()).toEqual([[unread + 1], [unread + 1]]);
    },
    /**
     * To be called while servers that were killed are down. Whether mails on their way were taken is unknown,
     * so they leave again: the time after which they do is let pass.
     */
    doubt: async (dead: readonly Program[]): Promise<Doubt[]> => {
      const { rows } = await pool.query(
        `select m.id, m.text ->> 'subject' || ' ' || u.email as key from audits_messagelog m join users_user u on u.id = m."user"
          where m.state = 'waiting' and m.attempts = 0 and m.date_due > now() + interval '8 minutes' and exists (
            select 1 from ops_celerytaskexecution e where e.name = 'deliver_messages' and e.state = 'running' and e.server like any($1))`,
        [dead.map(({ pid }) => `%(${pid()})`)],
      );
      expect(rows.length).toBeLessThanOrEqual(lanes);
      for (const { key } of rows) doubted.set(key, (doubted.get(key) ?? 0) + 1);
      return rows;
    },
    deliverAgain: async (doubts: readonly Doubt[]) => {
      const due = "update audits_messagelog set date_due = now() where id = any($1) and state = 'waiting'";
      await pool.query(due, [doubts.map(({ id }) => id)]);
      await pool.query("select pg_notify('gatehouse_message_waiting', '')");
    },
    /** All that was confirmed is there, nothing twice; pages know the number. */
    check: async () => {
      const found = await stored();
      for (const subject of confirmed) expect(found).toContainEqual([subject, 1]);
      expect(Math.max(...found.values())).toBe(1);
      await expect.poll(() => pages.map((page) => page.last())).toEqual([found.size, found.size]);
    },
    checkMails: () => checkMails({ pool, mails: mail.mails, stored, doubted }),
  };
};
