import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type ApiClient, createClient, eventually } from '../../clients/api.ts';
import { openContext } from '../../fixtures/browser.ts';
import { administratorAt } from '../../people/administrator.ts';
import { auditorAt } from '../../people/auditor.ts';
import { operatorAt } from '../../people/operator.ts';
import type { RuledPlace } from './rules.ts';
import { made } from './workplace.ts';

const bo = { name: 'Bo Chen', username: 'bo', password: 'Gate-house-4713' };

/** Rules for one user, each with the administrator as its reviewer where it has one. */
const rulesFor = (admin: ApiClient, user: string, reviewer: string) => {
  const rule = (name: string, action: string) => ({
    ...{ name, action, priority: 90, users: { type: 'ids', ids: [user] } },
    reviewers: action === 'reject' ? [] : [reviewer],
  });
  return {
    signIn: (name: string, action: string) =>
      made(admin, 'acls/login-acls', {
        ...rule(name, action),
        rules: { ip_group: ['*'], time_period: [] },
      }),
    command: async (name: string, action: string, content: string) => {
      const group = await made(admin, 'acls/command-groups', { name, content });
      const everything = { assets: { type: 'all' }, accounts: ['@ALL'], command_groups: [group.id] };
      await made(admin, 'acls/command-filter-acls', { ...rule(name, action), ...everything });
    },
  };
};

/** Opens the newest message with this in its subject, behind the bell, once it has arrived; returns its text. */
const messageOf = async (page: Page, admin: ApiClient, subject: string): Promise<string> => {
  await eventually(`the message “${subject}”`, async () =>
    (await admin.call('GET', '/api/v1/notifications/site-messages/?limit=20')).text.includes(subject),
  );
  await page.goto('/ui/');
  await page.getByRole('button', { name: /^Site messages, \d+ unread/ }).click();
  await page
    .getByRole('dialog', { name: 'Site messages' })
    .getByRole('button', { name: new RegExp(`^unread .*${subject}`, 'i') })
    .first()
    .click();
  const message = page.getByRole('dialog', { name: subject });
  await message.getByRole('button', { name: 'Close' }).last().waitFor();
  const text = (await message.textContent()) ?? '';
  await message.getByRole('button', { name: 'Close' }).last().click();
  await message.waitFor({ state: 'hidden' });
  return text;
};

/** Sends the sign-in form of a new browser; returns its page. */
const signIn = async ({ browser, gatehouse }: RuledPlace): Promise<Page> => {
  const page = await (await openContext(browser, gatehouse.url)).newPage();
  await page.goto('/core/auth/login/');
  await page.getByLabel('Username').fill(bo.username);
  await page.getByLabel('Password', { exact: true }).fill(bo.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  return page;
};

/** A sign-in that a rule rejects, and one of which the reviewer is told. */
const signInUnderRules = async (place: RuledPlace, client: ApiClient, reviewer: string): Promise<void> => {
  const { id } = await made(client, 'users/users', {
    ...{ name: bo.name, username: bo.username, email: 'bo@example.com' },
    ...{ password_strategy: 'custom', password: bo.password, need_update_password: false },
  });
  const rules = rulesFor(client, id, reviewer);
  const refusing = await rules.signIn('Not from here', 'reject');
  const refused = await signIn(place);
  const reason = refused.getByRole('alert').filter({ hasText: 'A sign-in rule does not let you in' });
  await reason.waitFor();
  await refused.context().close();
  const { page } = place.admin;
  await page.goto('/ui/');
  await administratorAt(page).goTo('Audit', 'Logs', 'Sign-ins');
  await auditorAt(page).seeRow(bo.username, 'Not from here', 'Refused by a sign-in rule');

  await client.call('DELETE', `/api/v1/acls/login-acls/${refusing.id}/`);
  await rules.signIn('Told of', 'notice');
  const entered = await signIn(place);
  await entered.waitForURL('**/ui/**');
  const agent = await entered.evaluate(() => navigator.userAgent);
  await entered.context().close();
  const told = await messageOf(page, client, 'Sign-in of Bo Chen');
  for (const fact of ['Bo Chen(bo) signed in from 127.0.0.1 (LAN)', agent]) expect(told).toContain(fact);
};

/** Rules that reject, notice and warn: what user and reviewer see of a sign-in and of commands. */
export const workUnderRefusals = async (place: RuledPlace): Promise<void> => {
  const { gatehouse, admin, ann } = place;
  const client = createClient(gatehouse.url);
  await client.signIn('admin', admin.password);
  const reviewer = (await client.call<{ id: string }>('GET', '/api/v1/users/profile/')).body.id;
  await signInUnderRules(place, client, reviewer);

  const found = await client.call<{ id: string }[]>('GET', `/api/v1/users/users/?username=${ann.username}`);
  const rules = rulesFor(client, found.body[0]?.id ?? '', reviewer);
  await rules.command('Watched', 'warning', 'echo noted-');
  await rules.command('Forbidden', 'reject', 'echo banned-');
  const at = operatorAt(ann.page);
  await ann.page.goto('/luna/');
  await at.openNode(ann.node);
  await at.connect(ann.asset, ann.account);
  await at.type('echo noted-$((40+4))');
  await at.see('noted-44');
  await at.type('echo banned-$((40+5))');
  await at.see('Not run: the rule Forbidden forbids this command.');
  await at.type('echo after-$((40+6))');
  await at.see('after-46');
  expect(await at.pane().textContent()).not.toContain('banned-45');
  const told = await messageOf(admin.page, client, 'ran a watched command on web-01');
  expect(told).toContain('echo noted-$((40+4))');
};
