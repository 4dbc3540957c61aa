import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { organizationAt } from '../journeys/workplace.ts';
import type { Office } from './office.ts';
import { named, panelAt } from './panelAt.ts';
import { runTask } from './runTask.ts';

/** What a shorter retention removes is said before it is saved, and gone after the night; it is set back. */
export const keepLess = async ({ desk, estate }: Office): Promise<void> => {
  const add = (name: string, days: number) =>
    estate.query(
      `insert into audits_userloginlog (id, username, type, ip, city, user_agent, mfa, reason, backend, status, datetime)
        values (gen_random_uuid(), $1, 'W', '10.0.0.9', '', '', 0, '', 'password', true, now() - $2 * interval '1 day')`,
      [name, days],
    );
  await add('left-long-ago', 40);
  await add('left-lately', 20);
  const left = () =>
    estate.query("select username from audits_userloginlog where username like 'left-%' order by 1");

  const panel = panelAt(desk);
  const days = 'Sign-ins (days)';
  await panel.open('tasks#Clean');
  // The values come after the fields.
  await expect.poll(() => panel.field(days).inputValue()).not.toBe('');
  const usual = await panel.field(days).inputValue();
  await panel.fill({ [days]: '30' });
  await panel.saveAfter(/Rows deleted in the coming night: 1$/);
  await panel.keeps({ [days]: '30' });
  await runTask(estate, 'clean_up');
  expect(await left()).toEqual([{ username: 'left-lately' }]);

  await desk.getByText('Last changed by Administrator', { exact: false }).first().waitFor();
  await panel.button(`Reset ${days} to default`).click();
  await panel.save();
  await panel.keeps({ [days]: usual });
};

const filledForm = async (page: Page, values: Record<string, string>) => {
  const main = page.getByRole('main');
  for (const [label, value] of Object.entries(values)) await main.getByLabel(named(label)).fill(value);
};

/** A recording storage is created and tried; another one is chosen for backups, and gets one. */
export const storeBackups = async ({ desk, estate, machine }: Office): Promise<void> => {
  await desk.goto('/ui/settings/storage#ReplayStorage');
  await desk.getByRole('button', { name: 'Create', exact: true }).first().click();
  await desk.getByRole('menuitem', { name: 'Ceph' }).click();
  await filledForm(desk, {
    Name: 'nowhere',
    Bucket: 'recordings',
    'Access key': 'key',
    'Secret key': 'secret',
    // Nothing listens there.
    Endpoint: 'http://127.0.0.1:9/',
  });
  await desk.getByRole('switch', { name: named('Default') }).setChecked(false);
  await desk.getByRole('button', { name: 'Submit' }).click();
  await desk.getByRole('button', { name: 'More actions: nowhere' }).click();
  await desk.getByRole('menuitem', { name: 'Test' }).click();
  await desk
    .getByText(/does not answer \(ECONNREFUSED\)/)
    .first()
    .waitFor();

  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-backups-'));
  await chmod(folder, 0o777);
  const meta = {
    ...{ SFTP_HOST: machine.host, SFTP_PORT: machine.port, SFTP_USERNAME: machine.username },
    ...{ STP_SECRET_TYPE: 'ssh_key', STP_PRIVATE_KEY: machine.private_key, SFTP_ROOT_PATH: folder },
  };
  await estate.create('/api/v1/terminal/replay-storages/', { name: 'far-away', type: 'sftp', meta });
  const panel = panelAt(desk);
  await panel.open('storage#Backup');
  await panel.field('Storage').fill('far');
  await desk.getByTitle('far-away', { exact: true }).click();
  await panel.save();
  await panel.keeps({ Storage: 'far-away' });
  await desk.getByText('No backup has been made yet.').waitFor();
  await runTask(estate, 'back_up');
  await desk.reload();
  const backup = desk.getByRole('table', { name: 'Last backups' }).getByRole('row').nth(1);
  await backup.getByText('far-away').waitFor();
  const file = await backup.getByText(/^backup\//).textContent();
  // Encrypted: it begins as age has its files begin.
  expect((await readFile(join(folder, file ?? ''), 'latin1')).slice(0, 21)).toBe('age-encryption.org/v1');
  await rm(folder, { recursive: true, force: true });
};

/** Components are listed with their load; an endpoint and a rule for it are created. */
export const receiveClients = async ({ desk }: Office): Promise<void> => {
  await desk.goto('/ui/settings/terminal#TerminalList');
  await desk.getByRole('row').filter({ hasText: 'Gateway (KoKo)' }).first().waitFor();
  await desk.goto('/ui/settings/terminal#Monitor');
  await desk
    .getByText(/^Components: 1\. Online sessions: 0\./)
    .first()
    .waitFor();

  const create = async (tab: string, values: Record<string, string>) => {
    await desk.goto(`/ui/settings/terminal#${tab}`);
    await desk.getByRole('main').getByRole('button', { name: 'Create', exact: true }).first().click();
    await filledForm(desk, values);
  };
  await create('EndpointList', { Name: 'harbour', Host: 'harbour.example.com' });
  await desk.getByRole('button', { name: 'Submit' }).click();
  await desk.getByRole('row').filter({ hasText: 'harbour.example.com' }).waitFor();
  await create('EndpointRuleList', { Name: 'ships', Priority: '10' });
  await desk.getByRole('combobox', { name: named('Endpoint') }).fill('harbour');
  await desk.getByTitle('harbour', { exact: true }).click();
  await desk.getByRole('button', { name: 'Submit' }).click();
  await desk.getByRole('row').filter({ hasText: 'ships' }).getByText('harbour').waitFor();
};

/** A task that ran is run again, and its output read. */
export const runAgain = async ({ desk }: Office): Promise<void> => {
  await desk.goto('/ui/settings/tasks');
  await desk.getByRole('link', { name: 'Message delivery' }).click();
  await desk.getByRole('heading', { level: 1, name: 'Message delivery' }).waitFor();
  await desk.getByRole('tab', { name: 'Runs' }).click();
  const runs = desk.getByRole('row').filter({ hasText: 'Done' });
  await runs.first().getByRole('button', { name: 'Run again' }).click();
  const [log] = await Promise.all([
    desk.context().waitForEvent('page'),
    runs.filter({ hasText: 'Administrator' }).getByRole('button', { name: 'Output' }).click(),
  ]);
  await log.getByText('— End of the output —').waitFor();
  await log.close();
  await desk.getByRole('link', { name: 'Tasks', exact: true }).first().click();
  await desk.getByRole('button', { name: 'Task monitor' }).click();
  await desk.getByText('Nothing failed in the past week').waitFor();
};

/** A tool runs on the server and shows what it saw. */
export const tryTools = async ({ desk, receivers }: Office): Promise<void> => {
  await desk.goto('/ui/settings/tools#Telnet');
  await filledForm(desk, { Destination: '127.0.0.1', Port: String(receivers.streamPort) });
  await desk.getByRole('button', { name: 'Start' }).click();
  await desk.getByText('Done.', { exact: true }).waitFor();
  expect(await desk.getByRole('textbox', { name: 'Output' }).inputValue()).toContain('127.0.0.1');
};

/** A new organization can be switched to. */
export const foundOrganization = async ({ desk }: Office): Promise<void> => {
  await desk.goto('/ui/settings/orgs');
  await desk.getByRole('main').getByRole('button', { name: 'Create', exact: true }).first().click();
  await filledForm(desk, { Name: 'Shipyard' });
  await desk.getByRole('button', { name: 'Submit', exact: true }).click();
  await desk.getByRole('link', { name: 'Shipyard', exact: true }).waitFor();
  await desk.goto('/ui/console/dashboard');
  const organization = organizationAt(desk, 'desk');
  await organization.move('Shipyard');
  await organization.isIn('Shipyard');
};
