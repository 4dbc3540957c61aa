import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { breakServer, secondTab } from '../../people/disturbances.ts';
import {
  type Device,
  loseSession,
  made,
  olga,
  openWindow,
  signInAgain,
  type Workplace,
} from './workplace.ts';

const at = (page: Page, device: Device) => {
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
  const show = (account: string) =>
    page.getByRole('button', { name: `Show the secret of ${account}` }).click();
  const ask = {
    desk: show,
    // On a phone there is no secret column; the secret has its own dialog.
    phone: async (account: string) => {
      await page.getByRole('button', { name: `More actions: ${account}`, exact: true }).click();
      await page.getByRole('menuitem', { name: 'View secret' }).click();
    },
  };
  // A secret that is longer than its line is shown once more below it.
  const secretOf = (account: string) => page.getByText(`secret-of-${account}`).first();
  return {
    proof,
    ask: ask[device],
    prove: async () => {
      await proof.getByLabel('Password').fill(olga.password);
      await proof.getByRole('button', { name: 'Confirm' }).click();
    },
    secretOf,
    /** Waits until the requested secret is shown; on a phone, clicks to show it first. */
    reads: async (account: string) => {
      if (device === 'phone') await show(account);
      await secretOf(account).waitFor();
    },
  };
};

/** Creates an account of this name, with a secret, on a host of its own. */
const accountOf = async (place: Workplace, name: string) => {
  const host = await made(place.other, 'assets/hosts', {
    name: `${name}-vault`,
    address: '10.7.0.1',
    platform: 1,
    protocols: [{ name: 'ssh', port: 22 }],
  });
  return made(place.other, 'accounts/accounts', {
    name,
    username: name,
    asset: host.id,
    secret_type: 'password',
    secret: `secret-of-${name}`,
  });
};

/** A secret is shown only after confirmation, whatever happens in between. */
export const proveIdentity = async (place: Workplace, device: Device): Promise<void> => {
  const [kept, doomed] = [
    await accountOf(place, `kept-${device}`),
    await accountOf(place, `doomed-${device}`),
  ];
  const page = await openWindow(place, device);
  const here = at(page, device);
  const secret = here.secretOf(kept.name);
  const asset = `${kept.name}-vault`;
  await page.goto('/ui/console/accounts/accounts');
  await here.ask(kept.name);
  await here.proof.waitFor();

  // A refresh leaves nothing behind; the back button closes the dialog.
  await page.reload();
  await page.getByRole('link', { name: kept.name, exact: true }).waitFor();
  expect([await page.getByRole('dialog').count(), await secret.count()]).toEqual([0, 0]);
  await page.getByRole('link', { name: asset, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: asset }).waitFor();
  await page.goBack();
  await here.ask(kept.name);
  await here.proof.waitFor();
  await page.goBack();
  await here.proof.waitFor({ state: 'hidden' });
  await page.goForward();

  // The server is briefly down when the confirmation is sent.
  await here.ask(kept.name);
  await here.proof.waitFor();
  const isBack = await breakServer(place.gatehouse);
  await here.prove();
  await here.proof.getByText(/The server cannot be reached/).waitFor();
  await isBack();

  // The web session has ended when the confirmation is sent.
  await loseSession(place, page, () => here.prove());
  await signInAgain(page);
  expect(await secret.count()).toBe(0);

  // Another user deletes the account behind the dialog; the confirmation then holds in both tabs.
  const tab = await secondTab(page);
  await here.ask(doomed.name);
  await here.proof.waitFor();
  expect((await place.other.call('DELETE', `/api/v1/accounts/accounts/${doomed.id}/`)).status).toBe(204);
  await here.prove();
  await page
    .getByText(/lost or deleted|does not exist/)
    .first()
    .waitFor();
  const there = at(tab, device);
  await there.ask(kept.name);
  await there.reads(kept.name);
};
