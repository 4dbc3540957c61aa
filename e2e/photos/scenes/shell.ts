import type { Subject } from '../subject.ts';
import { deskScene, type Show, scene } from './hand.ts';

const dashboard = 'console/dashboard';
const palette: Show = async ({ page, press, isPhone, dialog }) => {
  if (isPhone) await press('Search or jump to…', page.locator('body'));
  else await page.keyboard.press('Control+k');
  await dialog.waitFor();
};
const help =
  (english: string): Show =>
  async ({ shellTool, choose }) => {
    await shellTool('Help');
    await choose(english);
  };

/** The console's frame with its menus, dialogs and panels, and while offline. */
export const shellScenes: Subject[] = [
  {
    ...scene('shell/menu', dashboard, ({ isPhone, press, page }) =>
      press(isPhone ? 'Open menu' : 'Collapse', page.locator('body')),
    ),
    isAlone: true,
  },
  scene('shell/organizations', dashboard, ({ shellTool }) => shellTool('Organization: {{name}}')),
  scene('shell/account', dashboard, ({ shellTool }) => shellTool('Account: {{name}}')),
  scene('shell/theme', dashboard, async ({ shellTool, choose }) => {
    await shellTool('Account: {{name}}');
    await choose('Theme');
  }),
  {
    ...deskScene('shell/rail', dashboard, async ({ press, page, say }) => {
      await press('Collapse', page.locator('body'));
      await page
        .getByRole('navigation', { name: say('Menu') })
        .getByRole('button')
        .nth(1)
        .click();
    }),
    isAlone: true,
  },
  scene('shell/languages', dashboard, ({ shellTool }) => shellTool('Language')),
  scene('shell/help', dashboard, ({ shellTool }) => shellTool('Help')),
  scene('shell/about', dashboard, help('About')),
  scene('shell/shortcuts', dashboard, help('Keyboard shortcuts')),
  scene('shell/tags', dashboard, async ({ goTo, page, say, isPhone }) => {
    if (isPhone) return;
    for (const name of ['Users', 'Templates']) {
      await goTo(name === 'Users' ? 'console/users/users' : 'console/accounts/account-template');
    }
    await page.getByRole('button', { name: say('Page actions') }).click();
  }),
  scene('shell/messages', dashboard, ({ page, say }) =>
    page
      .getByRole('button', { name: say('Site messages, {{count}} unread') })
      .first()
      .click(),
  ),
  scene('shell/palette', dashboard, palette),
  scene('shell/palette-found', dashboard, async (hand, stage) => {
    await palette(hand, stage);
    await stage.page.keyboard.type('erp-app');
    await stage.page.getByRole('option').nth(3).waitFor();
  }),
  scene('shell/palette-nothing', dashboard, async (hand, stage) => {
    await palette(hand, stage);
    await stage.page.keyboard.type('zzzzqqqq');
    await stage.page.waitForTimeout(800);
  }),
  scene('shell/offline', 'console/users/users', async ({ page }) => {
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  }),
];
