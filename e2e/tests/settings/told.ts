import { expect } from 'vitest';
import { settle } from '../pages/watchedPage.ts';
import { type Office, speaks } from './office.ts';
import { named, panelAt } from './panelAt.ts';
import { type Language, speak } from './speak.ts';

const subjects = { en: 'Works on Sunday', 'zh-hans': '周日维护' };

/** What the administrator announces stands above every page until the user closes it. */
export const announce = async ({ desk, ann }: Office, language: Language): Promise<void> => {
  const say = speak(language);
  const panel = panelAt(desk, say);
  const label = (name: string) => say('panels', `announcement.fields.${name}`);
  await Promise.all([speaks(desk, language), speaks(ann, language)]);
  await panel.open('features#Announcement');
  await panel.turn(label('ANNOUNCEMENT_ENABLED'), true);
  await panel.fill({
    [label('SUBJECT')]: subjects[language],
    [label('CONTENT')]: '**08:00–10:00**',
    [label('LINK')]: 'https://status.example.com/',
  });
  await panel.save();

  const banner = ann.getByRole('region', { name: say('shell', 'announcement.title'), exact: true });
  await ann.goto('/ui/workbench/home');
  await banner.getByText(subjects[language]).waitFor();
  await banner.locator('strong', { hasText: '08:00–10:00' }).waitFor();
  const more = banner.getByRole('link', { name: say('shell', 'announcement.more') });
  expect(await more.getAttribute('href')).toBe('https://status.example.com/');
  await banner.getByRole('button', { name: say('shell', 'announcement.close') }).click();
  await banner.waitFor({ state: 'detached' });

  await panel.fill({ [label('CONTENT')]: '**09:00–11:00**' });
  await panel.save();
  await ann.reload();
  await banner.getByText('09:00–11:00').waitFor();
  await desk.reload();
  await panel.turn(label('ANNOUNCEMENT_ENABLED'), false);
  await panel.save();
  await ann.reload();
  await ann.getByRole('heading', { level: 1 }).waitFor();
  expect(await banner.count()).toBe(0);
};

/** The job center stands in the menu of users only while it is on. */
export const switchJobCenter = async ({ desk, ann }: Office): Promise<void> => {
  const panel = panelAt(desk);
  const templates = ann.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Templates' });
  await ann.goto('/ui/workbench/home');
  await templates.waitFor();
  await panel.open('features#Ops');
  await panel.turn('Job centre', false);
  await panel.save();
  await ann.reload();
  await ann.getByRole('heading', { level: 1 }).waitFor();
  expect(await templates.count()).toBe(0);
  await ann.goto('/ui/workbench/ops/templates');
  await ann.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await desk.reload();
  await panel.turn('Job centre', true);
  await panel.save();
};

/** Tickets are shown to users only while they are on; a request asks for access as long as is usual here. */
export const switchTickets = async ({ desk, ann }: Office): Promise<void> => {
  const panel = panelAt(desk);
  const badge = ann.getByRole('banner').getByRole('link', { name: 'Assigned to me' });
  const request = ann.getByRole('button', { name: 'Request access' });
  await ann.goto('/ui/workbench/home');
  await badge.waitFor();
  await request.waitFor();
  await panel.open('features#Ticket');
  await panel.turn('Tickets', false);
  await panel.fill({ 'Default duration': '5' });
  await panel.choose('Hours');
  await panel.save();
  await ann.reload();
  await ann.getByRole('heading', { level: 1 }).waitFor();
  await settle(ann);
  expect([await badge.count(), await request.count()]).toEqual([0, 0]);
  await panel.keeps({ 'Default duration': '5' });
  await panel.turn('Tickets', true);
  await panel.save();
  await ann.reload();
  await badge.waitFor();
  await request.click();
  await ann.getByRole('heading', { level: 1, name: 'Request asset access' }).waitFor();
  const at = async (label: string) => Date.parse(await ann.getByLabel(named(label)).inputValue());
  await expect.poll(async () => ((await at('Expires')) - (await at('Starts'))) / 3_600_000).toBe(5);
};

/** Who forgot the password is led to the page that the administrator names. */
export const helpAtDoor = async ({ desk, door }: Office): Promise<void> => {
  const panel = panelAt(desk);
  await panel.open('auth');
  await panel.fill({ 'Forgotten-password page': 'https://help.example.com/password' });
  await panel.save();
  await door.goto('/core/auth/login/');
  const link = door.getByRole('link', { name: 'Forgot password?' });
  expect(await link.getAttribute('href')).toBe('https://help.example.com/password');
};

/** Without sign-in by key, users store none. */
export const closeToKeys = async ({ desk, ann }: Office): Promise<void> => {
  const panel = panelAt(desk);
  const tab = ann.getByRole('tab', { name: 'SSH public key' });
  await ann.goto('/ui/profile/setting');
  await tab.waitFor();
  await panel.open('terminal#Basic');
  await panel.turn('Sign in with SSH keys', false);
  await panel.save();
  await ann.reload();
  await ann.getByRole('tab', { name: 'Password' }).waitFor();
  expect(await tab.count()).toBe(0);
};

/** Title, colour, logo and footer stand on the sign-in page and in the console, and can be taken back. */
export const changeLook = async ({ desk, door, ann }: Office): Promise<void> => {
  const link = door.getByRole('link', { name: 'Forgot password?' });
  const colour = () => link.evaluate((element) => getComputedStyle(element).color);
  await door.goto('/core/auth/login/');
  const [usual, logo] = [
    await colour(),
    await door.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 }, animations: 'disabled' }),
  ];
  const panel = panelAt(desk);
  await panel.open('interface');
  await panel.fill({ Title: 'Northwind gate', 'Footer of sign-in pages': 'Call **4711**' });
  await panel.choose('Violet');
  await desk.getByRole('list', { name: 'Readability' }).waitFor();
  await panel
    .field('Logo of sign-in pages')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await panel.save();

  await door.reload();
  expect(await door.title()).toBe('Sign in · Northwind gate');
  await door.locator('footer strong', { hasText: '4711' }).waitFor();
  const width = () =>
    door.locator('header img').evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await expect.poll(colour).not.toBe(usual);
  await ann.goto('/ui/workbench/home');
  await ann.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => ann.title()).toContain('Northwind gate');

  await panel.button('Restore defaults').click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Restore defaults' }).click();
  await desk.getByText('The look of the product is restored').waitFor();
  await door.reload();
  expect(await door.title()).toBe('Sign in · Gatehouse');
  await expect.poll(colour).toBe(usual);
};
