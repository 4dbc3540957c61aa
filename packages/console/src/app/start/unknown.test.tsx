// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { everything } from '../../../test/openRoute.tsx';
import { renderShell } from '../../../test/renderShell.tsx';
import { views } from '../../platform/session/organizations.ts';

const ID = '7a1d2c3b-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
const open = (at: string) => renderShell({ at, profile: { perms: [...everything] } });

test.each([
  ...views.flatMap((view) => [`/${view}/nowhere`, `/${view}/no/where`, `/${view}/no/where/at/all`]),
  '/settings/orgs/nowhere',
  '/settings/orgs/nowhere/update',
  '/settings/12',
  '/tickets/tickets',
  '/tickets/tickets/nowhere',
  '/tickets/flow/nowhere',
  '/console/users/nowhere',
  '/console/users/users/12',
  `/console/assets/platforms/${ID}`,
  '/terminal/sessions/nowhere',
])('A-2.1-004 the unknown address %s ends at the not-found page, not at a lost object', async (address) => {
  const { screen, path } = await open(address);
  await screen.findByRole('heading', { name: 'Page not found' });
  expect(path()).toBe('/404');
  expect(screen.queryByText('the page')).toBeNull();
});

test.each([
  [`/settings/orgs/${ID}`, `/settings/orgs/${ID}`],
  [`/settings/${ID}`, `/settings/orgs/${ID}`],
  [`/tickets/tickets/${ID}`, `/tickets/tickets/${ID}`],
  [`/console/users/${ID}?tab=x`, `/console/users/users/${ID}?tab=x`],
  ['/console/assets/platforms/12', '/console/assets/platforms/12'],
  [`/console/assets/assets/detail/${ID.toUpperCase()}/update`, undefined],
])('A-2.1-004 the address %s of a row opens its page', async (address, end = address) => {
  const { screen, path } = await open(address);
  await screen.findByText('the page');
  expect(path()).toBe(end);
});

test('A-2.1-005 the address of the no-permission page names no page, and its button leads home', async () => {
  const { screen, user, path } = await open('/403');
  const heading = await screen.findByRole('heading', { level: 1, name: 'You cannot open this page' });
  expect(heading.parentElement?.textContent).toContain(
    'Your roles do not give access to the page you asked for.',
  );
  expect(screen.queryByText(/"/)).toBeNull();
  expect(document.title).toBe('You cannot open this page');
  await user.click(screen.getByRole('button', { name: 'Go home' }));
  await screen.findByText('the page');
  expect(path()).toBe('/console/dashboard');
});
