// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { answer } from '../../../test/fakeServer.ts';
import { BRANCH, HOME, profileWith } from '../../../test/profileWith.ts';
import { renderShell } from '../../../test/renderShell.tsx';
import { createCookies } from '../storage/cookies.ts';

test('A-4.1-001 start-up sends its requests in the order of the specification', async () => {
  const { server } = await renderShell({
    at: '/console/dashboard',
    profile: { perms: ['rbac.view_console'] },
  });
  expect(server.seen.slice(0, 5).map((call) => call.path)).toEqual([
    '/api/v1/authentication/user-session/',
    '/api/v1/settings/public/open/',
    '/api/v1/users/profile/',
    '/api/v1/settings/public/',
    '/api/v1/orgs/orgs/current/',
  ]);
});

test.each([401, 403])('A-4.1-003 a profile refused with %d leads to the sign-in page', async (status) => {
  const { outcome, changed } = await renderShell({
    at: '/',
    routes: answerTo('GET /api/v1/users/profile/', answer(status, { detail: 'no' })),
  });
  expect(outcome).toEqual({ kind: 'login' });
  expect(changed).toEqual(['login']);
});

test('A-8-005 a 400 of the public settings says that the host is not trusted', async () => {
  const { outcome } = await renderShell({
    at: '/',
    routes: answerTo('GET /api/v1/settings/public/open/', answer(400, '')),
  });
  expect(outcome).toMatchObject({ kind: 'failed', untrustedHost: true });
});

test('A-4.2-003 a user who is no member of the current organization is moved, and the profile is reloaded for its permissions', async () => {
  const { platform, server, screen } = await renderShell({
    at: '/console/dashboard',
    profile: { perms: ['rbac.view_console'], console_orgs: [BRANCH] },
  });
  await screen.findByRole('main');
  expect(platform.session.get().currentOrg?.id).toBe(BRANCH.id);
  const profiles = server.calls('GET', '/api/v1/users/profile/');
  expect(profiles).toHaveLength(2);
  expect(profiles[1]?.headers.get('X-JMS-ORG')).toBe(BRANCH.id);
});

test('A-3-024 A-4.2-004 the organization is remembered per user and area, and in the cookie', async () => {
  const { screen } = await renderShell({
    at: '/console/dashboard',
    profile: { perms: ['rbac.view_console'] },
  });
  await screen.findByRole('main');
  expect(JSON.parse(localStorage.getItem('jms_current_org_mara') ?? '{}')).toMatchObject({ id: HOME.id });
  expect(document.cookie).toContain(`X-JMS-ORG=${HOME.id}`);
  expect(document.cookie).toContain(`jms_org_console=${HOME.id}`);
});

const stored = (key: string) => (JSON.parse(localStorage.getItem(key) ?? 'null') as { id?: string })?.id;

test('A-3-024 each area remembers its organization and the one before, in local storage and in prefixed cookies', async () => {
  createCookies(document).set('SESSION_COOKIE_NAME_PREFIX', 'pam_');
  const { screen, platform, router } = await renderShell({
    at: '/console/dashboard',
    profile: { perms: ['rbac.view_console', 'rbac.view_audit'], audit_orgs: [HOME] },
  });
  await screen.findByRole('main');
  expect(stored('pam_current_org_mara_console')).toBe(HOME.id);
  expect(stored('pam_previous_org_mara_console')).toBeUndefined();
  expect(document.cookie).not.toContain('previous_org');
  platform.startUp.choose(BRANCH);
  platform.startUp.choose(BRANCH);
  await act(() => router.navigate('/audit/dashboard'));
  expect(stored('pam_current_org_mara_console')).toBe(BRANCH.id);
  expect(stored('pam_previous_org_mara_console')).toBe(HOME.id);
  expect(stored('pam_current_org_mara_audit')).toBe(HOME.id);
  expect(stored('pam_previous_org_mara_audit')).toBeUndefined();
  const cookies = document.cookie.split('; ');
  expect(cookies).toContain(`pam_org_console=${BRANCH.id}`);
  expect(cookies).toContain(`pam_previous_org_console=${HOME.id}`);
  expect(cookies).toContain(`pam_org_audit=${HOME.id}`);
});

test('A-3-024 a choice of which only the cookie is left still counts', async () => {
  createCookies(document).set('jms_org_console', BRANCH.id);
  const { screen, platform } = await renderShell({
    at: '/console/dashboard',
    profile: { perms: ['rbac.view_console'] },
    routes: answerTo('GET /api/v1/orgs/orgs/current/', answer(404, {})),
  });
  await screen.findByRole('main');
  expect(platform.session.get().currentOrg?.id).toBe(BRANCH.id);
});

test('a failed request of an area is reported with a retry', async () => {
  let isDown = false;
  const profile = profileWith({ perms: ['users.view_user', 'terminal.view_session'], audit_orgs: [BRANCH] });
  const { router, screen, user, platform } = await renderShell({
    at: '/console/users/users',
    routes: answerTo('GET /api/v1/users/profile/', () => (isDown ? answer(502, '') : profile)),
  });
  await screen.findByText('the page');
  isDown = true;
  await router.navigate('/audit/sessions/sessions');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Server error. The request could not be completed.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('the page')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(platform.session.get()).toMatchObject({ view: 'audit', currentOrg: { id: BRANCH.id } });
});
