import type { Subject } from '../subject.ts';
import { onRow, type Show, scene } from './hand.ts';

const groups = 'console/users/groups';

const tab =
  (english: string): Show =>
  ({ main, say }) =>
    main
      // Behind its name stands a number, where there is one.
      .getByRole('tab', { name: new RegExp(say(english).source.replace(/\$$/, '')) })
      .first()
      .click();

/** Forms with errors or an open dialog, and tabs and a menu of detail pages. */
export const formScenes: Subject[] = [
  scene('form/faults', 'console/users/users/create', async ({ press }) => press('Submit')),
  scene('form/refused', `${groups}/create`, async ({ page, main, press }) => {
    await page.route('**/api/v1/users/groups/', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { name: ['This name is taken.'], other: ['Not known.'] } })
        : route.continue(),
    );
    await main.getByRole('textbox').first().fill('Operations');
    await press('Submit');
    await page.waitForTimeout(500);
  }),
  scene('form/transfer', `${groups}/create`, ({ press }) => press('{{title}}: choose from two lists')),
  scene('form/assets', 'console/perms/asset-permissions/create', ({ main, say }) =>
    main
      .getByRole('button', { name: say('Assets') })
      .or(main.getByRole('button', { name: /Assets|资产/ }))
      .first()
      .click(),
  ),
  onRow(
    'form/permission',
    ({ host }) => `console/perms/asset-permissions/create?asset_id=${host?.id}`,
    async ({ main, say, page }) => {
      await main.getByRole('combobox', { name: say('Users') }).click();
      await page
        .getByTitle(/\(a\.ferreira\)$/)
        .first()
        .click();
      await page.keyboard.press('Escape');
      await page.waitForTimeout(800);
    },
  ),
  onRow(
    'form/review',
    ({ review }) => `console/perms/access-reviews/${review?.id}`,
    ({ press }) => press('Let expire'),
  ),
  scene('form/account', 'console/assets/hosts/create?platform=1', ({ press }) => press('Add account')),
  scene('form/date', 'console/perms/asset-permissions/create', ({ main }) =>
    main
      .getByLabel(/^(Started|开始时间)/)
      .first()
      .click(),
  ),
  scene('form/leave', `${groups}/create`, async ({ page, main, isPhone, press }) => {
    await main.getByRole('textbox').first().fill('Unsaved');
    if (isPhone) await press('Open menu', page.locator('body'));
    await page.locator('nav a[href*="dashboard"]').last().click();
    await page.getByRole('dialog').last().waitFor();
  }),
  onRow('detail/activity', ({ host }) => `console/assets/assets/${host?.id}`, tab('Activity')),
  onRow('detail/asset-accounts', ({ host }) => `console/assets/assets/${host?.id}`, tab('Accounts')),
  onRow('detail/session-replay', ({ session }) => `audit/sessions/sessions/${session?.id}`, tab('Replay')),
  onRow(
    'detail/session-commands',
    ({ session }) => `audit/sessions/sessions/${session?.id}`,
    tab('Commands'),
  ),
  onRow(
    'detail/more-actions',
    ({ group }) => `${groups}/${group?.id}`,
    ({ main }) => main.locator('button:has(.anticon-ellipsis)').first().click(),
  ),
];
