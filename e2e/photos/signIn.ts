import type { Page } from 'playwright-core';
import { password } from '../fixtures/estate.ts';
import { linkTo, receiveLinks } from './mailbox.ts';
import type { Stage, Subject } from './subject.ts';

const fillIn = async (page: Page, username: string, secret: string) => {
  await page.goto('/core/auth/login/');
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(secret);
  await page.locator('button[type=submit]').first().click();
};

/** Creates a user who must first choose a new password or set up a second factor; returns the username. */
export const newcomer = async ({ demo, look }: Stage, facts: object) => {
  const username = `newcomer-${look}-${Object.keys(facts)[0]}`.replaceAll('_', '-');
  await demo.admin.call('POST', '/api/v1/users/users/', {
    name: 'New Person',
    username,
    email: `${username}@example.com`,
    password_strategy: 'custom',
    password,
    need_update_password: false,
    ...facts,
  });
  return username;
};

/** Has the sign-ins of a user wait for a reviewer. */
const reviewSignIns = async ({ demo: { admin } }: Stage, username: string) => {
  const reviewers = (await admin.call<{ id: string }>('GET', '/api/v1/users/profile/')).body.id;
  await admin.call('POST', '/api/v1/acls/login-acls/', {
    name: `Waits ${username}`,
    priority: 95,
    action: 'review',
    reviewers: [reviewers],
    users: { type: 'attrs', attrs: [{ name: 'username', match: 'exact', value: username }] },
    rules: { ip_group: ['*'], time_period: [] },
  });
};

const stranger = (name: string, show: Subject['show']): Subject => ({
  name: `sign-in/${name}`,
  kind: 'sign-in',
  isPublic: true,
  isWhole: true,
  show,
});

/** Pages that the server renders itself: sign-in, a new password, MFA and client downloads. */
export const signIn: Subject[] = [
  stranger('login', ({ page }) => page.goto('/core/auth/login/')),
  stranger('signed-out', ({ page }) => page.goto('/core/auth/login/?signed_out=1')),
  stranger('refused', async ({ page, look }) => {
    await fillIn(page, `nobody-${look}`, 'wrong');
    await page.getByRole('alert').first().waitFor();
  }),
  stranger('new-password', async (stage) => {
    await fillIn(stage.page, await newcomer(stage, { need_update_password: true }), password);
    await stage.page.locator('input[name=new_password]').waitFor();
  }),
  stranger('mfa-app', async (stage) => {
    await fillIn(stage.page, await newcomer(stage, { mfa_level: 2 }), password);
    await stage.page.waitForURL('**/otp/enable/install-app/');
  }),
  stranger('mfa-bind', async (stage) => {
    await fillIn(stage.page, await newcomer(stage, { mfa_level: 2 }), password);
    await stage.page.waitForURL('**/otp/enable/install-app/');
    await stage.page.goto('/core/auth/profile/otp/enable/bind/');
  }),
  stranger('waits', async (stage) => {
    const username = await newcomer(stage, { comment: 'waits' });
    await reviewSignIns(stage, username);
    await fillIn(stage.page, username, password);
    await stage.page.getByRole('timer').waitFor();
  }),
  stranger('approval-link', async (stage) => {
    await receiveLinks(stage.demo);
    const username = await newcomer(stage, { source: 'local' });
    await reviewSignIns(stage, username);
    await fillIn(stage.page, username, password);
    await stage.page.getByRole('timer').waitFor();
    await stage.page.context().clearCookies();
    await stage.page.goto(await linkTo(username));
  }),
  stranger('clients', ({ page }) => page.goto('/core/download/')),
  { ...stranger('mfa-list', ({ page }) => page.goto('/core/auth/profile/mfa/')), isPublic: undefined },
];
