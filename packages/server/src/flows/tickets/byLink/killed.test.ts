import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testConfig } from '../../../../test/config.ts';
import { confirmationsOf } from '../../../../test/confirmations/confirmations.ts';
import { runProgram } from '../../../../test/servers/serverProcess.ts';
import { createBrowser } from '../../../../test/signedIn.ts';
import { startTickets, type TicketApi } from '../../../../test/tickets.ts';
import { createDecisionLinks, decisionPath } from './links.ts';

/** A server in a process of its own over the database of the test. */
const startProcess = async ({ pool }: TicketApi) => {
  const config = testConfig(String(pool.options.connectionString));
  const env = Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value ?? '')]));
  const server = runProgram('main.ts', {
    ...env,
    GATEHOUSE_LISTEN: '127.0.0.1:0',
    // It is read as another word than it is written.
    GATEHOUSE_OUTGOING_PRIVATE: 'allow',
    GATEHOUSE_LOG_LEVEL: 'info',
  });
  const address = () => /Server listening at (http:[^"]+)/.exec(server.output())?.[1];
  await expect.poll(address, { timeout: 200_000 }).toBeTruthy();
  return { ...server, address: address() };
};

/** Clicks on a page of a server; the answer is its status, or `lost`. */
const clickAt = async (url: string): Promise<{ answer: Promise<string> }> => {
  const page = await fetch(url);
  const cookie = page.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(await page.text())?.[1] ?? '';
  const body = new URLSearchParams({ csrf_token, action: 'approve', comment: 'yes' });
  const sent = fetch(url, { method: 'POST', redirect: 'manual', headers: { cookie }, body });
  return {
    answer: sent.then(
      ({ status }) => String(status),
      () => 'lost',
    ),
  };
};

test('a server killed between click and outcome leaves the ticket open and the link valid', async () => {
  const api = await startTickets();
  await api.pool.query(
    `insert into settings_setting (name, category, value) values ('TICKETS_DIRECT_APPROVE', 'ticket', 'true')`,
  );
  await api.services.settings.reload();
  const id = await confirmationsOf(api).open('login_confirm');
  const path = decisionPath((await createDecisionLinks(api.services).make(api.boss.id, id))!);
  const server = await startProcess(api);
  // The decision waits for its last statements: the log of operations is held.
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('lock table audits_operatelog in exclusive mode');
  const { answer } = await clickAt(`${server.address}${path}`);
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await api.pool.query(waiting)).rows.length).toBeGreaterThan(0);
  await server.kill();
  expect(await answer).toBe('lost');
  await holder.query('rollback');
  holder.release();
  const stateOf = async () =>
    (await api.pool.query('select state from tickets_ticket where id = $1', [id])).rows[0].state;
  await sleep(300);
  expect(await stateOf()).toBe('pending');

  // Another server takes the same click, and tells its outcome to those who ask again.
  const browser = createBrowser(api);
  const again = await browser.get(path);
  const form = { csrf_token: browser.hidden(again, 'csrf_token'), action: 'approve', comment: 'yes' };
  expect((await browser.form(path, form)).status).toBe(303);
  expect(await stateOf()).toBe('approved');
  expect((await browser.get(path)).text).toContain('BOSS(boss) approved this ticket.');
  const said = `select 1 from tickets_comment where ticket = $1 and type = 'common'`;
  expect((await api.pool.query(said, [id])).rows).toHaveLength(1);
  await api.stop();
});
