import { createClient } from '../../clients/api.ts';
import { password } from '../../fixtures/estate.ts';
import { newcomer } from '../signIn.ts';
import type { Subject } from '../subject.ts';
import { handOf, onRow, type Show, scene, withSelected } from './hand.ts';

type Reaching = { results: { id: string; accounts: string[] }[] };

/** An explanation of access: of a user whom a permission lets connect, and of one whom none does. */
const explained = (name: string, whom: 'permitted' | 'other'): Subject => ({
  name: `scenes/rules/${name}`,
  kind: 'scenes',
  isWhole: true,
  show: async (stage) => {
    const { goTo, press, page } = handOf(stage);
    const { admin, rows } = stage.demo;
    const list = `/api/v1/perms/explain/users/?asset=${rows.host?.id}&limit=15`;
    const { body } = await admin.call<Reaching>('GET', list);
    const permitted = body.results.find(({ accounts }) => accounts.length > 0);
    const user = whom === 'permitted' ? permitted?.id : rows.ordinary?.id;
    await goTo(`console/perms/explain?user=${user}&asset=${rows.host?.id}`);
    await page
      .locator('input[id$=account]')
      .first()
      .fill(permitted?.accounts[0] ?? 'root');
    await page.locator('input[id$=address]').fill('127.0.0.1');
    await press('Explain');
    await page.getByRole('status').filter({ hasText: /\S/ }).first().waitFor();
    const summaries = page.locator('details:not([open]) > summary');
    if ((await summaries.count()) > 0) await summaries.first().click();
  },
});

/** Tries a rule of the demo on the past, and waits for what it found. */
const tried =
  (name: string): Show =>
  async ({ main, dialog, press, say }) => {
    await main.getByRole('link', { name, exact: true }).first().click();
    await press('Try it');
    await dialog
      .getByRole('button', { name: say('Close') })
      .last()
      .waitFor();
  };

/** Who reaches the host of the demo, or what its ordinary user reaches. */
const reached = (tab: 'Users' | 'Assets'): Subject =>
  onRow(
    `rules/reach-${tab.toLowerCase()}`,
    ({ host, ordinary }) => `console/perms/explain?activeTab=${tab}&asset=${host?.id}&user=${ordinary?.id}`,
    async () => undefined,
  );

/** The page of a rule of the demo, with what it decided. */
const decided = (name: string, path: string, rule: string): Subject =>
  scene(`rules/${name}`, path, async ({ main, page }) => {
    await main.getByRole('link', { name: rule, exact: true }).first().click();
    await page.waitForURL(/[0-9a-f]{8}-/);
  });

/** The page of a sign-in rule that rejected a user today. */
const rejected: Subject = {
  name: 'scenes/rules/sign-in',
  kind: 'scenes',
  isWhole: true,
  show: async (stage) => {
    const { admin, gatehouse } = stage.demo;
    const username = await newcomer(stage, { is_active: true });
    const rule = await admin.call<{ id: string }>('POST', '/api/v1/acls/login-acls/', {
      name: `Rejects ${username}`,
      priority: 96,
      action: 'reject',
      users: { type: 'attrs', attrs: [{ name: 'username', match: 'exact', value: username }] },
      rules: { ip_group: ['*'], time_period: [] },
    });
    await stage.page.waitForTimeout(1_500);
    for (let attempt = 0; attempt < 3; attempt += 1)
      await createClient(gatehouse.url).signIn(username, password);
    await handOf(stage).goTo(`console/perms/login-acls/${rule.body.id}`);
  },
};

/** The explanation of access, and rules: what they decided, and one that is tried on the past. */
export const ruleScenes: Subject[] = [
  explained('explained', 'permitted'),
  explained('explained-refused', 'other'),
  reached('Users'),
  reached('Assets'),
  decided('filter', 'console/perms/cmd-acls', 'Restarts on hosts'),
  decided('connection', 'console/perms/login-asset-acls', 'Databases out of hours'),
  decided('method', 'console/perms/connect-method-acls', 'Browser only'),
  rejected,
  scene('rules/access-review', 'console/perms/access-reviews', withSelected(1, 'Let expire')),
  scene('rules/tried-filter', 'console/perms/cmd-acls', tried('Restarts on hosts')),
];
