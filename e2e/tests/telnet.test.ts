import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, startTelnetd, TELNET_PROMPT, type Telnetd } from '../../packages/gateway/test/telnetd.ts';
import type { ApiClient } from '../clients/api.ts';
import { openBrowser, openContext } from '../fixtures/browser.ts';
import { type Estate, openEstate, shown } from '../fixtures/estate.ts';
import { tellWhatWasSeen } from '../fixtures/onFailure.ts';
import { auditorAt } from '../people/auditor.ts';
import { completeProfile } from '../people/newcomer.ts';
import { operatorAt } from '../people/operator.ts';

let estate: Estate;
let telnetd: Telnetd;
let browser: Browser;
let ann: Page;
let admin: Page;

/** A page of a user who has signed in. */
const pageOf = async (client: ApiClient): Promise<Page> => {
  const { url } = estate.gatehouse;
  const context = await openContext(browser, url);
  await context.addCookies(
    client
      .cookies()
      .split('; ')
      .map((pair) => {
        const at = pair.indexOf('=');
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
      }),
  );
  return context.newPage();
};

beforeAll(async () => {
  [estate, browser, telnetd] = await Promise.all([
    openEstate(),
    openBrowser(),
    mkdtemp(join(tmpdir(), 'gatehouse-telnetd-')).then(startTelnetd),
  ]);
  const platform = await estate.create('/api/v1/assets/platforms/', {
    name: 'Old switch',
    category: 'host',
    type: 'linux',
    protocols: [{ name: 'telnet', port: 23, primary: true }],
  });
  const asset = await estate.host('switch-01', telnetd.port, {
    platform: platform.id,
    protocols: [{ name: 'telnet', port: telnetd.port }],
  });
  await estate.create('/api/v1/accounts/accounts/', {
    name: 'deploy',
    username: 'deploy',
    asset: asset.id,
    secret_type: 'password',
    secret: PASSWORD,
  });
  await estate.grant('Switches', [asset]);
  [ann, admin] = [await pageOf(estate.operator), await pageOf(estate.admin)];
});
afterAll(async () => {
  await browser?.close();
  telnetd?.stop();
  await estate?.remove();
});

tellWhatWasSeen(
  () => ({ ann, admin }),
  () => estate?.gatehouse,
);

test('a user works on a Telnet device in the browser', async () => {
  const at = operatorAt(ann);
  await ann.goto('/luna/');
  await at.readAloud();
  await at.connect('switch-01', 'deploy', TELNET_PROMPT);
  await at.type('echo name=$NAME_GIVEN');
  await at.see('name=deploy');
  await at.type('echo two-$((1+1))');
  await at.see('two-2');
  // telnetd drops unsent output when the shell is gone.
  await at.type('sleep 0.5; exit');
  await at.pane().getByRole('alert').waitFor();
});

test('the session is listed as Telnet, with its commands, and its recording plays', async () => {
  type Row = { id: string; protocol: string; has_replay: boolean };
  const only = async () =>
    (await estate.admin.call<Row[]>('GET', '/api/v1/terminal/sessions/?search=switch-01')).body[0];
  await expect.poll(async () => (await only())?.has_replay).toBe(true);
  const { id = '', protocol } = (await only()) ?? {};
  expect(protocol).toBe('telnet');
  const commands = ['echo name=$NAME_GIVEN', 'echo two-$((1+1))', 'sleep 0.5; exit'];
  expect((await estate.commands(id)).map(({ input }) => input)).toEqual(commands);
  const text = shown(await estate.recording(id));
  expect([text.includes('name=deploy'), text.includes(PASSWORD)]).toEqual([true, false]);

  await admin.goto('/ui/');
  await completeProfile(admin);
  await admin.goto(`/ui/audit/sessions/sessions/${id}`);
  const at = auditorAt(admin);
  await at.main.getByRole('tab', { name: 'Replay' }).click();
  const player = at.player();
  await player.shows('name=deploy');
  await player.ends();
  await expect.poll(() => player.commandTexts()).toEqual(commands);
});
