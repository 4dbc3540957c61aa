import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../clients/api.ts';
import { password } from '../../fixtures/estate.ts';
import { phone, signInAt } from '../../people/disturbances.ts';
import { type Office, speaks } from './office.ts';
import { named, panelAt } from './panelAt.ts';
import { runTask } from './runTask.ts';
import { type Language, speak } from './speak.ts';

const issuer = 'Issuer in OTP apps';

/** MFA for all says whom it would affect before it is saved; the issuer is kept. */
export const requireMfa = async ({ desk }: Office): Promise<void> => {
  const panel = panelAt(desk);
  await panel.open('security#Auth');
  await panel.choose('All users');
  await panel.submit.click();
  const question = desk.getByRole('dialog', { name: 'Save these settings?' });
  await question.getByText(/Users who must set up MFA at their next sign-in: \d/).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await panel.button('Reset').click();
  await panel.fill({ [issuer]: 'Northwind' });
  await panel.save();
  await panel.keeps({ [issuer]: 'Northwind' });
  expect(await desk.getByRole('radio', { name: 'Off', exact: true }).isChecked()).toBe(true);
};

const tries = async (door: Page, secret: string) => {
  await door.locator('input[name=username]').fill('ann');
  await door.locator('input[name=password]').fill(secret);
  // Otherwise the next try would be typed into the page that is about to go.
  const answered = door.waitForEvent('load');
  await door.locator('button[type=submit]').click();
  await answered;
};

/** An address with too many failures is blocked until the administrator releases it; the own one is not refused unasked. */
export const limitSignIns = async ({ desk, door }: Office): Promise<void> => {
  const panel = panelAt(desk);
  await panel.open('security#AuthLimit');
  await panel.add('Refused addresses', '127.0.0.1');
  await panel.submit.click();
  const question = desk.getByRole('dialog', { name: 'Save these settings?' });
  await question.getByText(/You are connected from 127\.0\.0\.1, which this list refuses/).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await panel.button('Reset').click();
  await panel.fill({ 'Failed attempts per address': '3' });
  await panel.save();

  await door.goto('/core/auth/login/');
  for (const secret of ['wrong-1', 'wrong-2', 'wrong-3']) {
    await tries(door, secret);
    await door.getByRole('alert').waitFor();
  }
  await tries(door, password);
  await door.getByText(/^Signing in from your address is blocked for now/).waitFor();

  await desk.reload();
  await desk.getByRole('button', { name: 'View 1 blocked address' }).click();
  const blocked = desk.getByRole('dialog', { name: 'Blocked addresses' });
  await blocked.getByRole('button', { name: 'Unblock 127.0.0.1' }).click();
  await desk.getByText('1 address unblocked').waitFor();
  await blocked.getByText('No address is blocked').waitFor();
  await desk.keyboard.press('Escape');
  await signInAt(door, 'ann', password);
  await door.context().clearCookies();

  await panel.button('Reset Failed attempts per address to default').click();
  await panel.save();
  await panel.keeps({ 'Failed attempts per address': '99999' });
};

/** On a phone: a rule is tried in the panel, and refuses the next password of a user. */
export const demandOfPasswords = async ({ olga, ann }: Office): Promise<void> => {
  const panel = panelAt(olga);
  await panel.open('security#Password');
  await panel.fill({ 'Minimum length': '12' });
  await panel.turn('Special character required', true);
  await panel.fill({ 'Try a password': 'Ab3!' });
  await olga.getByRole('listitem').filter({ hasText: 'Needs at least 12 characters' }).waitFor();
  expect(await olga.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await panel.save();
  await panel.keeps({ 'Minimum length': '12' });

  await ann.goto('/ui/profile/setting#PasswordUpdate');
  await ann.reload();
  await ann.getByLabel(named('Current password')).fill(password);
  const chosen = ann.getByLabel(named('New password'));
  await chosen.fill('Short-1');
  await ann.getByLabel(named('Confirm new password')).fill('Short-1');
  const rule = ann.getByText('Needs at least 12 characters');
  await ann.getByRole('listitem').filter({ has: rule }).waitFor();
  await ann.getByRole('button', { name: 'Submit' }).click();
  await expect.poll(() => rule.count()).toBe(2);
  expect(await chosen.getAttribute('aria-invalid')).toBe('true');
  await ann.getByRole('button', { name: 'Reset', exact: true }).click();
};

const watermarkOf = (page: Page) =>
  page
    .locator('body > [aria-hidden=true]')
    .evaluateAll((layers) =>
      layers.map((layer) => decodeURIComponent(getComputedStyle(layer).backgroundImage)).join(),
    );

/** The watermark names the user on every page, unless the administrator switches it off. */
export const mark = async ({ desk, ann }: Office, language: Language): Promise<void> => {
  const say = speak(language);
  const panel = panelAt(desk, say);
  const label = (name: string) => say('panels', `security_session.fields.${name}`);
  const [watermark, idle] = [label('SECURITY_WATERMARK_ENABLED'), label('SECURITY_MAX_IDLE_TIME')];
  await Promise.all([speaks(desk, language), speaks(ann, language)]);
  await panel.open('security#Session');
  await panel.turn(watermark, false);
  await panel.fill({ [idle]: '20' });
  await panel.save();
  await ann.goto('/ui/workbench/home');
  await ann.getByRole('heading', { level: 1 }).waitFor();
  expect(await watermarkOf(ann)).not.toContain('Ann Lee');
  await panel.keeps({ [idle]: '20' });
  await panel.turn(watermark, true);
  await panel.save();
  await ann.reload();
  await expect.poll(() => watermarkOf(ann)).toContain('Ann Lee(ann)');
};

/** The other administrator is told of a change that waits, and confirms it. */
const confirmOf = async (page: Page, title: string) => {
  await page.goto('/ui/settings/security#Confirmation');
  await page.reload();
  const waiting = page.getByRole('region', { name: 'Waiting for a second person' });
  await waiting.getByRole('heading', { name: `${title}, proposed by Administrator` }).waitFor();
  await waiting.getByRole('button', { name: 'Confirm' }).click();
  await page
    .getByRole('dialog', { name: 'Make this change?' })
    .getByRole('button', { name: 'Confirm' })
    .click();
  await waiting.waitFor({ state: 'detached' });
};

const needed = 'Changes need a second person';
const sent = 'Sent for confirmation by a second person';

/** A change takes effect once another administrator, told by mail, has confirmed it. */
export const needTwo = async ({ desk, olga, mail }: Office): Promise<void> => {
  const panel = panelAt(desk);
  await panel.open('security#Confirmation');
  await panel.turn(needed, true);
  await panel.save();

  await panel.open('security#Auth');
  await panel.fill({ [issuer]: 'Harbour' });
  await panel.save(sent);
  await panel.keeps({ [issuer]: 'Northwind' });
  const letter = await eventually('A mail to the other administrator', async () =>
    mail.mails.find(({ text }) => text.includes('A change of security settings waits for you')),
  );
  expect(letter.to).toEqual(['olga@example.com']);
  await confirmOf(olga, 'Authentication');
  await panel.keeps({ [issuer]: 'Harbour' });

  await panel.open('security#Confirmation');
  await panel.turn(needed, false);
  await panel.save(sent);
  await confirmOf(olga, 'Second person');
  await desk.reload();
  await expect.poll(() => desk.getByRole('switch', { name: needed }).isChecked()).toBe(false);
};

/** A permission that is unused for seventy days is put before the administrators once sixty are enough. */
export const reviewSooner = async ({ desk, olga, estate }: Office): Promise<void> => {
  const host = await estate.host('old-harbour', 22);
  const { id } = await estate.grant('Long unused', [host]);
  await estate.query(
    `update perms_assetpermission set date_created = now() - interval '70 days', date_start = now() - interval '70 days' where id = $1`,
    [id],
  );
  const reviews = () => estate.query('select 1 from perms_accessreview where permission = $1', [id]);
  await runTask(estate, 'review_access');
  expect(await reviews()).toEqual([]);

  const panel = panelAt(desk);
  const days = 'Review permissions unused for (days)';
  await panel.open('security#AccessReview');
  await panel.fill({ [days]: '60' });
  await panel.save();
  await panel.keeps({ [days]: '60' });
  await runTask(estate, 'review_access');
  await olga.goto('/ui/console/perms/access-reviews');
  await olga.getByText('Long unused').first().waitFor();
};
