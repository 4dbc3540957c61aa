import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ApiClient } from '../clients/api.ts';
import type { Gatehouse } from '../fixtures/gatehouse.ts';

/** A phone in portrait. */
export const phone = { width: 390, height: 844 };

/** Another tab of the same browser, at the same address. */
export const secondTab = async (page: Page): Promise<Page> => {
  const tab = await page.context().newPage();
  const size = page.viewportSize();
  if (size) await tab.setViewportSize(size);
  await tab.goto(page.url());
  await tab.getByRole('heading', { level: 1 }).waitFor();
  return tab;
};

/** Ends every web session of a user, as expiry does; `by` is another user, with the permission to do so. */
export const expireSessions = async (by: ApiClient, name: string): Promise<void> => {
  const sessions = '/api/v1/audits/user-sessions/';
  const { body } = await by.call<{ results: { id: string; user: { name: string } }[] }>(
    'GET',
    `${sessions}?limit=100`,
  );
  const ids = body.results.filter(({ user }) => user.name === name).map(({ id }) => id);
  const ended = await by.call('POST', `${sessions}offline/`, { ids });
  expect([ended.status, ids.length > 0], ended.text).toEqual([200, true]);
};

/** Signs in on the sign-in page and arrives in the console. */
export const signInAt = async (page: Page, username: string, password: string): Promise<void> => {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/ui/**');
  await page.getByRole('main', { name: 'Page' }).waitFor();
};

/**
 * Kills the server and keeps it down; returns a function that lets the launcher restart it and waits until it
 * is back.
 */
export const breakServer = async (gatehouse: Gatehouse): Promise<() => Promise<void>> => {
  const comeBack = await gatehouse.takeAway('server');
  const isBack = () =>
    fetch(`${gatehouse.url}/api/health/`).then(
      ({ ok }) => ok,
      () => false,
    );
  return async () => {
    comeBack();
    await expect.poll(isBack, { interval: 100 }).toBe(true);
  };
};

/** Disables the browser's cache. */
export const forgetFiles = async (page: Page): Promise<void> => {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.setCacheDisabled', { cacheDisabled: true });
};

/** Throttles the network; returns a function that lifts the limit. */
export const slowLine = async (page: Page): Promise<() => Promise<void>> => {
  const wire = await page.context().newCDPSession(page);
  const limit = async (downloadThroughput: number) => {
    const line = { offline: false, latency: 0, downloadThroughput, uploadThroughput: -1 };
    await wire.send('Network.emulateNetworkConditions', line);
  };
  await wire.send('Network.enable');
  await limit(50_000);
  return () => limit(-1);
};

/** Reloads the page, is asked to confirm because changes would be lost, and stays. */
export const staysOnReload = async (page: Page): Promise<void> => {
  const question = page.waitForEvent('dialog');
  void page.reload().catch(() => undefined);
  await (await question).dismiss();
};
