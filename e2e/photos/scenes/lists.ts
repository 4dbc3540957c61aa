import { password } from '../../fixtures/estate.ts';
import type { Subject } from '../subject.ts';
import { deskScene, type Show, scene, withSelected } from './hand.ts';

const assets = 'console/assets/assets';
const groups = 'console/users/groups';
const users = 'console/users/users';
const accounts = 'console/accounts/accounts';
const rows = 'name,comment\nNight shift,From ten to six\nDay shift,\n,Without a name\n';

const chooseFile: Show = async ({ tool, page, say }) => {
  await tool('Import');
  const file = { name: 'groups.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
  await page.getByLabel(say('File to import')).setInputFiles(file);
  await page.getByRole('table', { name: say('Rows in the file') }).waitFor();
};
/** Creates a group and deletes it, so that the page offers an undo. */
const deleteGroup: Show = async (hand, { demo, look }) => {
  const name = `0 Night shift ${look}`;
  await demo.admin.call('POST', '/api/v1/users/groups/', { name });
  await hand.goTo(`${groups}?name=${encodeURIComponent(name)}`);
  await rowMenu(hand, {} as never);
  await hand.choose('Delete');
  await hand.press('Delete', hand.dialog);
  await hand.page.getByRole('button', { name: hand.say('Undo') }).waitFor();
};
/** Confirms the identity if the page asks for it. */
const confirm = async ({ page, dialog, press, say }: Parameters<Show>[0]) => {
  const asks = dialog.getByLabel(say('Password'));
  const isAsked = await asks.waitFor({ timeout: 3_000 }).then(
    () => true,
    () => false,
  );
  if (!isAsked) return;
  await asks.fill(password);
  await press('Confirm', dialog);
  await page.waitForTimeout(1_000);
};
const rowMenu: Show = ({ main, say }) =>
  main
    .getByRole('button', { name: say('More actions: {{name}}') })
    .first()
    .click();

/** An own filter, and one that another user shares. */
const savedFilters = (me: string) =>
  [
    { id: 'f1', name: 'Active people named Mara', is_shared: false, user: { id: me, name: '' } },
    { id: 'f2', name: 'Locked out', is_shared: true, user: { id: 'f2', name: 'Jonas Weber' } },
  ].map((filter) => ({ ...filter, list_name: 'UserList', place: 'users/users', query: 'search=mara' }));

const openFilters: Show = async ({ press, page }) => {
  const profile = await page.evaluate(() => fetch('/api/v1/users/profile/').then((answer) => answer.json()));
  await page.route('**/api/v1/users/saved-filters/?*', (route) =>
    route.fulfill({ json: savedFilters(profile.id) }),
  );
  await press('Saved filters');
  await page.getByRole('menuitemradio').first().waitFor();
};

/** Lists in various states, with their dialogs and menus. */
export const listScenes: Subject[] = [
  scene('list/selected', users, ({ selectRows }) => selectRows(3)),
  scene('list/more-actions', users, async ({ selectRows, moreActions }) => {
    await selectRows(2);
    await moreActions();
  }),
  scene('list/row-menu', users, rowMenu),
  deskScene('list/reason', 'console/users/roles', async (hand, stage) => {
    await rowMenu(hand, stage);
    await stage.page.getByRole('menuitem', { disabled: true }).first().hover();
  }),
  scene('list/delete-one', groups, async (hand, stage) => {
    await rowMenu(hand, stage);
    await hand.choose('Delete');
  }),
  scene('list/delete-asset', assets, async (hand, stage) => {
    await rowMenu(hand, stage);
    await hand.choose('Delete');
  }),
  scene('list/undo', groups, deleteGroup),
  scene('list/typed', assets, async ({ main, say, page }) => {
    await main.getByRole('combobox', { name: say('Search and filter') }).fill('app-0');
    await page.waitForTimeout(800);
  }),
  scene('list/delete-many', users, withSelected(2, 'Delete selected')),
  scene('list/batch-update', users, withSelected(2, 'Update selected')),
  scene('list/columns', users, ({ tool }) => tool('Columns')),
  scene('list/search', users, async ({ main, say, page }) => {
    await main.getByRole('combobox', { name: say('Search and filter') }).click();
    await page.getByRole('listbox').first().waitFor();
  }),
  scene('list/filtered', `${users}?search=mara&is_active=true`, async () => undefined),
  scene('list/saved-filters', `${users}?search=mara`, openFilters),
  scene('list/save-filter', `${users}?search=mara`, async (hand, stage) => {
    await openFilters(hand, stage);
    await hand.choose('Save current filter…');
    await hand.dialog.getByRole('textbox').first().waitFor();
  }),
  scene('list/own-filters', `${users}?search=mara`, async (hand, stage) => {
    await openFilters(hand, stage);
    await hand.choose('Manage my filters…');
    await hand.dialog.getByRole('listitem').first().waitFor();
  }),
  scene('list/labels', assets, ({ tool }) => tool('Labels')),
  scene('list/dates', 'audit/logs/login-logs', ({ tool }) => tool('Date range: {{range}}')),
  deskScene('list/page-size', users, ({ main, say }) =>
    main.getByRole('button', { name: say('Rows per page: {{count}}') }).click({ timeout: 3_000 }),
  ),
  scene('list/export', groups, ({ tool }) => tool('Export')),
  {
    ...scene('list/exporting', groups, async ({ tool, press, dialog, page, say }) => {
      await page.route(/\/users\/groups\/\?.*format=/, () => undefined);
      await tool('Export');
      await press('Export', dialog);
      await dialog.getByRole('button', { name: say('Stop') }).waitFor();
    }),
    isUnderWay: true,
  },
  scene('import/start', groups, ({ tool }) => tool('Import')),
  scene('import/rows', groups, chooseFile),
  scene('import/done', groups, async (hand, stage) => {
    await chooseFile(hand, stage);
    await stage.page.route('**/api/v1/users/groups/**', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { name: ['This name is taken.'] } })
        : route.continue(),
    );
    await hand.press('Import', hand.dialog);
    await stage.page.waitForTimeout(2_500);
  }),
  deskScene('assets/node-menu', assets, ({ main }) =>
    main.getByRole('treeitem').first().click({ button: 'right' }),
  ),
  scene('assets/platforms', assets, ({ press }) => press('Create')),
  deskScene('accounts/secret', accounts, ({ main, say }) =>
    main
      .getByRole('button', { name: say('Show the secret of {{name}}') })
      .first()
      .click(),
  ),
  deskScene('accounts/secret-shown', accounts, async (hand) => {
    await hand.main
      .getByRole('button', { name: hand.say('Show the secret of {{name}}') })
      .first()
      .click();
    await confirm(hand);
  }),
  deskScene('accounts/mfa-first', accounts, async ({ page, main, say }) => {
    await page.route('**/account-secrets/**', (route) =>
      route.fulfill({ status: 412, json: { type: 'user_confirm_required', code: 'mfa' } }),
    );
    await page.route(/\/authentication\/confirm\//, (route) =>
      route.fulfill({
        status: 400,
        json: { code: 'mfa_first', error: 'Set up MFA first: it is required for stored secrets.' },
      }),
    );
    await main
      .getByRole('button', { name: say('Show the secret of {{name}}') })
      .first()
      .click();
    await page.getByRole('dialog').last().waitFor();
  }),
  scene('accounts/row-menu', accounts, rowMenu),
];
