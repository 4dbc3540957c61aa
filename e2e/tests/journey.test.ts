import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openContext } from '../fixtures/browser.ts';
import { type Gatehouse, startGatehouse } from '../fixtures/gatehouse.ts';
import { tellWhatWasSeen } from '../fixtures/onFailure.ts';
import { type Sshd, startSshd } from '../fixtures/sshd.ts';
import { administratorAt } from '../people/administrator.ts';
import { auditorAt } from '../people/auditor.ts';
import { completeProfile, signInFirst } from '../people/newcomer.ts';
import { operatorAt } from '../people/operator.ts';
import { workUnderRefusals } from './journeys/refusals.ts';
import { workUnderRules } from './journeys/rules.ts';

let gatehouse: Gatehouse;
let machine: Sshd;
let browser: Browser;
let admin: Page;
let ann: Page;

beforeAll(async () => {
  [gatehouse, machine, browser] = await Promise.all([startGatehouse(), startSshd(), openBrowser()]);
  const people = await Promise.all([1, 2].map(() => openContext(browser, gatehouse.url)));
  [admin, ann] = (await Promise.all(people.map((context) => context.newPage()))) as [Page, Page];
});
afterAll(async () => {
  await browser?.close();
  await machine?.stop();
  await gatehouse?.remove();
});

tellWhatWasSeen(
  () => ({ admin, ann }),
  () => gatehouse,
);

test('the administrator signs in to a fresh installation and chooses a password', async () => {
  await admin.goto('/');
  await signInFirst(admin, {
    username: 'admin',
    initial: await gatehouse.adminPassword(),
    chosen: 'Gate-house-4711',
  });
  await completeProfile(admin);
  await admin.waitForURL(/dashboard$/);
  await administratorAt(admin).learnAreas();
});

test('the administrator creates a node, a host, its accounts, a user and a permission in the console', async () => {
  const at = administratorAt(admin);
  await at.createNode('Web servers');
  await at.createHost({
    name: 'web-01',
    node: 'Web servers',
    machine,
    spare: { name: 'spare', password: 'Not-used-1' },
  });
  await at.addAccount('web-01', { name: 'deploy', machine });
  await at.createUser({
    name: 'Ann Lee',
    username: 'ann',
    email: 'ann@example.com',
    password: 'First-pass-1',
  });
  await at.grant({ name: 'Web operators', user: 'Ann Lee (ann)', asset: 'web-01' });
});

test('the new user signs in, chooses a password, finds the host in the tree and works on it', async () => {
  const at = operatorAt(ann);
  await ann.goto('/luna/');
  await signInFirst(ann, { username: 'ann', initial: 'First-pass-1', chosen: 'Gate-house-4712' });
  await at.readAloud();
  await at.openNode('Web servers');
  await at.connect('web-01', 'deploy');
  await at.type('echo one-$((40+2))');
  await at.see('one-42');
});

test('the administrator sees the session while it runs and monitors it', async () => {
  const at = auditorAt(admin);
  await administratorAt(admin).goTo('Audit', 'Sessions', 'Session list');
  await at.seeRow('Ann Lee', 'web-01', 'deploy', 'Active');
  const [watching] = await Promise.all([
    admin.context().waitForEvent('page'),
    at.rows('Ann Lee').getByRole('button', { name: 'Monitor' }).click(),
  ]);
  await watching.getByRole('main').waitFor();
  await watching.close();
});

test('the administrator ends a second session from the console, and the terminal shows it', async () => {
  const user = operatorAt(ann);
  const auditor = auditorAt(admin);
  await user.connect('web-01', 'deploy');
  await user.type('echo second-$((1+1))');
  await user.see('second-2');
  await auditor.seeRows(2, 'Ann Lee', 'Active');
  await auditor.terminateNewest('Ann Lee', 'Active');
  await user.pane().getByRole('alert').waitFor();
  expect(await user.pane().getByRole('alert').textContent()).toContain(
    'Administrator terminated this session',
  );
  await ann.getByRole('tab').first().click();
  await user.type('echo three-$((2+1))');
  await user.see('three-3');
  await user.type('exit');
  await user.pane().getByRole('alert').waitFor();
});

test('the recording plays, and the commands are what was typed, each leading to its moment', async () => {
  const at = auditorAt(admin);
  await at.main.getByRole('tab', { name: 'Ended' }).click();
  await at.seeRows(2, 'Ann Lee', 'deploy');
  await at.rows('Ann Lee').last().getByRole('link').first().click();
  await at.main.getByRole('tab', { name: 'Replay' }).click();
  const player = at.player();
  await player.shows('one-42');
  await player.shows('three-3');
  // A running player would pass the moment before the test could look.
  await player.ends();
  await expect
    .poll(() => player.commandTexts())
    .toEqual(['echo one-$((40+2))', 'echo three-$((2+1))', 'exit']);
  const position = async () => Number(await player.position.inputValue());
  const end = await position();
  await player.jumpTo('echo three-$((2+1))');
  await expect.poll(position).toBeLessThan(end);
  const moment = await position();
  expect(moment).toBeGreaterThan(1);
  const shown = async () => {
    const text = (await player.text()) ?? '';
    return ['one-42', 'three-3'].filter((word) => text.includes(word));
  };
  await expect.poll(shown).toEqual(['one-42']);
  await at.main.getByRole('tab', { name: 'Commands' }).click();
  await at
    .rows('echo three-$((2+1))')
    .getByRole('link', { name: /^\d\d:\d\d$/ })
    .click();
  await expect.poll(async () => Math.abs((await position()) - moment)).toBeLessThan(0.2);
});

test('the logs show who did what', async () => {
  const administrator = administratorAt(admin);
  const at = auditorAt(admin);
  await administrator.goTo('Audit', 'Sessions', 'Commands');
  for (const command of ['echo one-$((40+2))', 'echo second-$((1+1))', 'echo three-$((2+1))'])
    await at.seeRow(command, 'Ann Lee', 'web-01');
  await administrator.goTo('Audit', 'Logs', 'Sign-ins');
  await at.seeRow('Administrator', 'Succeeded');
  await at.seeRow('Ann Lee', 'Succeeded');
  await administrator.goTo('Audit', 'Logs', 'Operations');
  await at.seeRow('Administrator', 'Create', 'web-01');
  await at.seeRow('Administrator', 'Create', 'Ann Lee');
  await at.seeRow('Administrator', 'Create', 'Web operators');
});

const ruled = () => ({
  gatehouse,
  browser,
  admin: { page: admin, password: 'Gate-house-4711' },
  ann: {
    page: ann,
    username: 'ann',
    password: 'Gate-house-4712',
    node: 'Web servers',
    asset: 'web-01',
    account: 'deploy',
  },
});

test('rules let a sign-in, a connection and a command wait for a reviewer, over a killed server and a reload, and take a way to connect away', () =>
  workUnderRules(ruled()));

test('rules reject a sign-in and a command with the reason, and tell the reviewer of those that they watch', () =>
  workUnderRefusals(ruled()));
