import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { wholeHtmlOf } from '../../../packages/server/test/servers/mailServer.ts';
import { eventually } from '../../clients/api.ts';
import { made } from '../journeys/workplace.ts';
import type { Office } from './office.ts';
import { panelAt } from './panelAt.ts';

const site = 'https://gate.example.com';
const manual = 'https://manual.example.com/';

/** Users find the documentation that the administrator names. */
export const nameAddresses = async ({ desk, ann }: Office): Promise<void> => {
  const panel = panelAt(desk);
  await panel.open('basic');
  await panel.fill({ 'Site URL': site, 'Documentation URL': manual });
  await panel.save();
  await panel.keeps({ 'Site URL': site, 'Documentation URL': manual });

  await ann.goto('/ui/workbench/home');
  await ann.getByRole('button', { name: 'Help' }).click();
  await expect.poll(() => ann.getByRole('link', { name: 'Documentation' }).getAttribute('href')).toBe(manual);
  await ann.keyboard.press('Escape');
};

/** A mail server is set up, and tried with a mail that arrives. */
export const setUpMail = async ({ desk, mail }: Office): Promise<void> => {
  const panel = panelAt(desk);
  await panel.open('msg#Email');
  await panel.fill({
    Server: '127.0.0.1',
    Port: String((mail.server.address() as AddressInfo).port),
    User: 'gate@example.com',
    Password: 'mail-secret',
    'Subject prefix': '[Northwind]',
    Sender: 'gate@example.com',
    'Test recipient': 'keeper@example.com',
  });
  await panel.save();
  await panel.keeps({ Server: '127.0.0.1', 'Test recipient': 'keeper@example.com' });
  await panel.button('Test').click();
  await desk.getByText('A test mail was sent to keeper@example.com.').waitFor();
  const [tried] = mail.mails;
  expect(tried).toMatchObject({ from: 'gate@example.com', to: ['keeper@example.com'] });
  expect(tried?.text).toContain('Subject: [Northwind] Test of outgoing mail');
};

/** A new user gets the mail that the administrator saw in the preview, with a link to the named site. */
export const writeToNewUsers = async ({ desk, mail, place }: Office): Promise<void> => {
  const panel = panelAt(desk);
  await panel.open('msg#EmailContent');
  await panel.fill({ Subject: 'Welcome, {name}', Body: 'Your name here is {username}.' });
  await desk
    .getByRole('region', { name: 'Preview' })
    .getByText('[Northwind] Welcome, Administrator')
    .waitFor();
  await panel.save();
  await made(place.other, 'users/users', {
    name: 'Nora Lund',
    username: 'nora',
    email: 'nora@example.com',
    password_strategy: 'email',
  });
  const letter = await eventually('A mail to the new user', async () =>
    mail.mails.find(({ to }) => to.includes('nora@example.com')),
  );
  expect(letter.text).toContain('Subject: [Northwind] Welcome, Nora Lund');
  const html = wholeHtmlOf(letter);
  expect(html).toContain('Your name here is nora.');
  expect(html).toMatch(new RegExp(`href="${site}/`));
};

/** Messages of the system are called out to a program of the customer, signed. */
export const callOut = async ({ desk, receivers }: Office): Promise<void> => {
  const panel = panelAt(desk);
  await panel.open('msg#Webhook');
  await panel.turn('Webhook', true);
  await panel.fill({ URL: receivers.url, Secret: 'shared-secret' });
  await panel.button('Test').click();
  await desk.getByText(`${new URL(receivers.url).host} accepted the call.`).waitFor();
  expect(receivers.calls.at(-1)?.headers['x-gatehouse-signature']).toMatch(/\w{32}/);
  await panel.save();
  await panel.keeps({ URL: receivers.url });
  await desk.getByText('shared-secret').waitFor({ state: 'detached' });
};

/** What users do reaches the receiver of audit events. */
export const streamEvents = async ({ desk, estate, receivers }: Office): Promise<void> => {
  const panel = panelAt(desk);
  await panel.open('msg#AuditStream');
  await panel.turn('Audit stream', true);
  await panel.choose('JSON lines');
  await panel.turn('TLS', false);
  await panel.fill({ Host: '127.0.0.1', Port: String(receivers.streamPort) });
  await panel.button('Test').click();
  await desk.getByText('127.0.0.1 took the test event.').waitFor();
  await panel.save();
  await estate.create('/api/v1/assets/domains/', { name: 'Seen by the receiver' });
  await eventually('The event at the receiver', async () =>
    receivers.lines.some((line) => line.includes('Seen by the receiver')),
  );
  await desk.reload();
  await desk.getByText(/^Sent: \d+\. Waiting: 0\./).waitFor();
};

/** An administrator chooses who is told when a backup fails. */
export const subscribe = async ({ desk }: Office): Promise<void> => {
  await desk.goto('/ui/settings/msg#Subscribe');
  await desk.getByRole('button', { name: 'Change receivers: A backup failed' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Receivers: A backup failed' });
  // A choice from the list that the answer replaces may be lost.
  const found = desk.waitForResponse((answer) => /users\/users\/.*search=Ann/.test(answer.url()));
  await dialog.getByRole('combobox', { name: 'Users' }).fill('Ann Lee');
  await found;
  await desk.getByTitle(/^Ann Lee/).click();
  await dialog
    .getByText(/^Ann Lee/)
    .first()
    .waitFor();
  // By key: the list that closes beneath a press of the mouse may move the button away from it.
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).press('Enter');
  await desk.getByText('Receivers saved').waitFor();
  await desk.reload();
  await desk
    .getByRole('row', { name: /^A backup failed/ })
    .getByText('Ann Lee')
    .waitFor();
};

/** The log tells which mail went to whom. */
export const readMessageLog = async ({ desk }: Office): Promise<void> => {
  await desk.goto('/ui/audit/logs/message-logs');
  const row = desk.getByRole('row').filter({ hasText: 'Nora Lund' });
  await row.getByText('Sent', { exact: true }).waitFor();
};
