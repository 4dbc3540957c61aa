import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Browser, Page } from 'playwright-core';
import { startMailServer } from '../../../packages/server/test/servers/mailServer.ts';
import { startMessageCentre } from '../../../packages/server/test/servers/messageCentre.ts';
import { startVaultServer, type VaultServer } from '../../../packages/server/test/servers/vaultServer.ts';
import { type ApiClient, createClient } from '../../clients/api.ts';
import { openContext } from '../../fixtures/browser.ts';
import { type Estate, password } from '../../fixtures/estate.ts';
import type { Sshd } from '../../fixtures/sshd.ts';
import { phone, signInAt } from '../../people/disturbances.ts';
import { olga, openWorkplace, type Workplace } from '../journeys/workplace.ts';
import { windowOf } from '../pages/watchedPage.ts';
import { startReceivers } from './receivers.ts';
import type { Language } from './speak.ts';

/** An installation, those who use it, each at a browser of their own, and the servers it sends to. */
export type Office = {
  estate: Estate;
  place: Workplace;
  /** The super administrator. */
  desk: Page;
  /** An ordinary user. */
  ann: Page;
  /** Another administrator, on a phone. */
  olga: Page;
  /** Not signed in. */
  door: Page;
  mail: Awaited<ReturnType<typeof startMailServer>>;
  receivers: Awaited<ReturnType<typeof startReceivers>>;
  centre: Awaited<ReturnType<typeof startMessageCentre>>;
  vault: VaultServer;
  /** An SSH server, which stores files as well. */
  machine: Sshd;
  stop: () => Promise<void>;
};

/** Has a page, and all that are opened beside it, use a language from its next load on. */
export const speaks = async (page: Page, language: Language): Promise<void> => {
  const { hostname } = new URL(page.url());
  await page
    .context()
    .addCookies([{ name: 'django_language', value: language, domain: hostname, path: '/' }]);
};

const profile = '/api/v1/users/profile/';

const pageOf = (estate: Estate, browser: Browser, client: ApiClient) =>
  windowOf(browser, { gatehouse: estate.gatehouse, org: DEFAULT_ORG_ID }, client);

/** Opens the pages of all people; the administrator signs in by the screen. */
export const openOffice = async (estate: Estate, browser: Browser, machine: Sshd): Promise<Office> => {
  const { gatehouse, admin, operator } = estate;
  const place = await openWorkplace(gatehouse, browser, admin);
  await operator.call('PATCH', profile, { is_first_login: false });
  const other = createClient(gatehouse.url);
  await other.signIn(olga.username, olga.password);
  const [ann, second] = [await pageOf(estate, browser, operator), await pageOf(estate, browser, other)];
  await second.setViewportSize(phone);
  const [desk, door] = [await openContext(browser, gatehouse.url), await openContext(browser, gatehouse.url)];
  const page = await desk.newPage();
  await page.goto('/core/auth/login/');
  await signInAt(page, 'admin', password);
  const [mail, receivers] = [await startMailServer(), await startReceivers()];
  const [centre, vault] = [await startMessageCentre(), await startVaultServer()];
  return {
    estate,
    place,
    desk: page,
    ann,
    olga: second,
    door: await door.newPage(),
    mail,
    receivers,
    centre,
    vault,
    machine,
    stop: async () => {
      receivers.stop();
      centre.stop();
      await Promise.all([mail.stop(), vault.stop()]);
    },
  };
};
