import type { Subject } from '../subject.ts';
import { handOf, type Show, scene } from './hand.ts';

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

/** The explanation of access, and a rule that is tried on the past. */
export const ruleScenes: Subject[] = [
  explained('explained', 'permitted'),
  explained('explained-refused', 'other'),
  scene('rules/tried-filter', 'console/perms/cmd-acls', tried('Restarts on hosts')),
];
