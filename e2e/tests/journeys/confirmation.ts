import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { breakServer, expireSessions, secondTab } from '../../people/disturbances.ts';
import { made, olga, openWindow, signInAgain, type Workplace } from './workplace.ts';

const at = (page: Page) => {
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
  return {
    proof,
    ask: (account: string) => page.getByRole('button', { name: `Show the secret of ${account}` }).click(),
    prove: async () => {
      await proof.getByLabel('Password').fill(olga.password);
      await proof.getByRole('button', { name: 'Confirm' }).click();
    },
  };
};

/** A host with an account of that name, which has a secret. */
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

/** A secret is shown after its reader proved who she is, and only then, whatever happens in between. */
export const proveAtDesk = async (place: Workplace): Promise<void> => {
  const [kept, doomed] = [await accountOf(place, 'kept'), await accountOf(place, 'doomed')];
  const page = await openWindow(place, 'desk');
  const here = at(page);
  const secret = page.getByText(`secret-of-${kept.name}`);
  await page.goto('/ui/console/accounts/accounts');
  await here.ask(kept.name);
  await here.proof.waitFor();

  // A refresh leaves nothing behind; the back button takes the dialog along.
  await page.reload();
  await page.getByRole('link', { name: kept.name, exact: true }).waitFor();
  expect([await here.proof.count(), await secret.count()]).toEqual([0, 0]);
  await page.getByRole('link', { name: 'kept-vault', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'kept-vault' }).waitFor();
  await page.goBack();
  await here.ask(kept.name);
  await here.proof.waitFor();
  await page.goBack();
  await here.proof.waitFor({ state: 'hidden' });
  await page.goForward();

  // The server is away for a moment while the proof is sent.
  await here.ask(kept.name);
  await here.proof.waitFor();
  const isBack = await breakServer(place.gatehouse);
  await here.prove();
  await here.proof.getByText(/The server cannot be reached/).waitFor();
  await isBack();

  // The session is over by the time the proof is sent.
  await expireSessions(place.other, olga.name);
  await here.prove();
  await signInAgain(page);
  expect(await secret.count()).toBe(0);

  // Somebody else deletes the account in front of the dialog; the proof then holds for both tabs.
  const tab = await secondTab(page);
  await here.ask(doomed.name);
  await here.proof.waitFor();
  expect((await place.other.call('DELETE', `/api/v1/accounts/accounts/${doomed.id}/`)).status).toBe(204);
  await here.prove();
  await page
    .getByText(/lost or deleted|does not exist/)
    .first()
    .waitFor();
  await at(tab).ask(kept.name);
  await tab.getByText(`secret-of-${kept.name}`).waitFor();
};

/** The same on a phone, where a secret has a dialog of its own. */
export const proveOnPhone = async (place: Workplace): Promise<void> => {
  await accountOf(place, 'pocket');
  const page = await openWindow(place, 'phone');
  const { proof, prove } = at(page);
  const ask = async () => {
    await page.getByRole('button', { name: 'More actions: pocket' }).click();
    await page.getByRole('menuitem', { name: 'View secret' }).click();
    await proof.waitFor();
  };
  await page.goto('/ui/console/assets/platforms');
  await page.getByRole('heading', { level: 1, name: 'Platforms' }).waitFor();
  await page.goto('/ui/console/accounts/accounts?search=pocket');
  await ask();
  await page.reload();
  await page.getByRole('link', { name: 'pocket', exact: true }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await ask();
  const isBack = await breakServer(place.gatehouse);
  await prove();
  await proof.getByText(/The server cannot be reached/).waitFor();
  await isBack();
  await prove();
  await page.getByRole('button', { name: 'Show the secret of pocket' }).click();
  await page.getByText('secret-of-pocket').waitFor();
};
