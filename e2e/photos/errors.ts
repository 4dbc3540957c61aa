import type { Page } from 'playwright-core';
import type { Subject } from './subject.ts';

const nobody = '00000000-0000-0000-0000-000000000000';
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();
const lost: Subject = {
  name: 'errors/row-not-found',
  kind: 'errors',
  show: async ({ page, say }) => {
    await page.goto(`/ui/console/assets/domains/${nobody}`);
    await page.getByText(say('This {{kind}} was deleted or never existed.')).waitFor();
  },
};

const at = (name: string, path: string, before?: (page: Page) => Promise<unknown>): Subject => ({
  name: `errors/${name}`,
  kind: 'errors',
  show: async ({ page }) => {
    await before?.(page);
    await page.goto(path);
    await heading(page);
  },
});

/** Leaves the user no permission except to open the console. */
const withoutRights = (page: Page) =>
  page.route(/\/users\/profile\/(\?.*)?$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), perms: ['rbac.view_console'] },
    });
  });

const broken = (page: Page) =>
  page.route(/\/users\/groups\/\?/, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );

/** Error pages, a list that failed to load, and a list without matches. */
export const errors: Subject[] = [
  at('not-found', '/ui/console/nowhere'),
  lost,
  at('no-permission', '/ui/console/assets/domains', withoutRights),
  at('list-not-loaded', '/ui/console/users/groups', broken),
  at('no-match', '/ui/console/users/groups?search=nothing-like-this'),
  at('terminal-not-found', '/luna/nowhere/'),
  { name: 'errors/server', kind: 'errors', isPublic: true, show: ({ page }) => page.goto('/core/nowhere/') },
];
