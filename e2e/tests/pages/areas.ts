import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { password } from '../../fixtures/estate.ts';
import { type Demo, signedIn } from './demo.ts';

/** Waits until the area's page is shown and its address names the area. */
const arrives = async (page: Page, area: string, name: string | RegExp) => {
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(new RegExp(`^/ui/${area}/`));
};

/** Every area is reached from the shell. */
export const reachEveryArea = async (page: Page): Promise<void> => {
  await page.goto('/ui/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const areas = page.getByRole('navigation', { name: 'Areas' });
  await areas.hover();
  await page.getByRole('button', { name: 'Got it' }).click();
  for (const [area, name, title] of [
    ['workbench', 'Workbench', /^Good /],
    ['audit', 'Audit', 'Audit dashboard'],
    ['tickets', 'Tickets', 'My tickets'],
    ['console', 'Console', 'Console dashboard'],
  ] as const) {
    await areas.getByRole('button', { name }).click();
    await arrives(page, area, title);
  }
  await page.getByRole('link', { name: 'System settings' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Organizations' }).click();
  await arrives(page, 'settings', 'Organizations');
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await arrives(page, 'profile', 'Profile');
};

const roles = {
  keeper: { org_roles: [builtinRoles.orgAdmin.id] },
  reader: { system_roles: [builtinRoles.systemAuditor.id] },
  guest: {},
};

/** Creates a user with the given role and signs in. */
export const personOfKind = async (demo: Demo, kind: keyof typeof roles) => {
  const user = {
    name: `Tour ${kind}`,
    username: kind,
    email: `${kind}@example.com`,
    password_strategy: 'custom',
    password,
    need_update_password: false,
    ...roles[kind],
  };
  const made = await demo.admin.call('POST', '/api/v1/users/users/', user);
  expect(made.status, made.text).toBe(201);
  return signedIn(demo, kind, password);
};

/** An organization administrator creates a zone. */
export const keepOrganization = async (page: Page): Promise<void> => {
  await page.goto('/ui/console/assets/domains/create');
  await page.getByRole('textbox', { name: 'Name required' }).fill('Zone of the keeper');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByRole('link', { name: 'Zone of the keeper', exact: true }).waitFor();
};

/** An auditor sees who is signed in, and signs nobody out. */
export const readSessions = async (page: Page, name: string): Promise<void> => {
  await page.goto('/ui/audit/online-user-session');
  const row = page.getByRole('row').filter({ hasText: name }).first();
  const end = row.getByRole('button', { name: 'Sign out' });
  await end.waitFor();
  expect(await end.getAttribute('aria-disabled')).toBe('true');
};

/** An administrator of the organization signs another user out. */
export const endSession = async (page: Page, name: string): Promise<void> => {
  await page.goto('/ui/audit/online-user-session');
  const row = page.getByRole('row').filter({ hasText: name }).first();
  await row.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await row.waitFor({ state: 'detached' });
};
