import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPerson } from '../fixtures/browser.ts';
import { type Gatehouse, startGatehouse } from '../fixtures/gatehouse.ts';
import { tellWhatWasSeen } from '../fixtures/onFailure.ts';
import { type Sshd, startSshd } from '../fixtures/sshd.ts';
import { administratorAt } from '../people/administrator.ts';
import { completeProfile, signInFirst } from '../people/newcomer.ts';
import { operatorAt } from '../people/operator.ts';

let gatehouse: Gatehouse;
let machine: Sshd;
let browser: Browser;
let admin: Page;
let ann: Page;

const patienceMs = 20_000;
const pageFor = async (person: BrowserContext) => {
  person.setDefaultTimeout(patienceMs);
  return person.newPage();
};

beforeAll(async () => {
  [gatehouse, machine, browser] = await Promise.all([startGatehouse(), startSshd(), openBrowser()]);
  admin = await pageFor(await openPerson(browser, gatehouse.url));
  ann = await pageFor(await openPerson(browser, gatehouse.url));
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await machine?.stop();
  await gatehouse?.remove();
}, 60_000);

tellWhatWasSeen(() => ({ admin, ann }));

test('the administrator signs in to a fresh installation and chooses a password', async () => {
  await admin.goto('/');
  await signInFirst(admin, {
    username: 'admin',
    given: await gatehouse.adminPassword(),
    chosen: 'Gate-house-4711',
  });
  await completeProfile(admin);
  await administratorAt(admin).learnAreas();
});

test('the administrator makes a node, a machine, its accounts, a user and a permission on the screens of the console', async () => {
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

test('the new user signs in, chooses a password, finds the machine in the tree and works on it', async () => {
  const at = operatorAt(ann);
  await ann.goto('/luna/');
  await signInFirst(ann, { username: 'ann', given: 'First-pass-1', chosen: 'Gate-house-4712' });
  await at.readAloud();
  await at.openNode('Web servers');
  await at.connect('web-01', 'deploy');
  await at.type('echo one-$((40+2))');
  await at.see('one-42');
});
