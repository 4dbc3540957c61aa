// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderShell } from '../../../test/renderShell.tsx';

const ID = '7a1d2c3b-4e5f-4a6b-8c7d-9e0f1a2b3c4d';

test.each([
  ['A-6-019', 'users.view_user', '/console/users/users'],
  ['A-6-020', 'users.view_usergroup', '/console/users/groups'],
  ['A-6-021', 'rbac.view_orgrole', '/console/users/roles'],
  ['A-6-021', 'rbac.view_systemrole', '/console/users/roles'],
  ['A-6-022', 'assets.view_domain', '/console/assets/domains'],
  ['A-6-023', 'assets.view_gateway', '/console/assets/gateways/create'],
  ['A-6-024', 'assets.view_platform', '/console/assets/platforms'],
  ['A-6-025', 'accounts.view_account', '/console/accounts/accounts'],
  ['A-6-025', 'accounts.view_pushaccountautomation', '/console/accounts/account-push'],
  ['A-6-025', 'accounts.view_gatheraccountsautomation', '/console/accounts/account-gather'],
  ['A-6-025', 'accounts.view_changesecretautomation', '/console/accounts/account-change-secret'],
  ['A-6-025', 'accounts.view_accountbackupautomation', '/console/accounts/account-backup'],
  ['A-6-026', 'terminal.view_session', '/audit/sessions/sessions'],
  ['A-6-026', 'terminal.view_session', `/audit/sessions/sessions/${ID}`],
  ['A-6-027', 'terminal.view_command', '/audit/sessions/command'],
  ['A-6-028', 'audits.view_ftplog', '/audit/sessions/ftp'],
  ['A-6-029', 'audits.view_userloginlog', '/audit/logs/login-logs'],
  ['A-6-030', 'audits.view_operatelog', '/audit/logs/operate-logs'],
  ['A-6-031', 'audits.view_passwordchangelog', '/audit/logs/password-change-log'],
  ['A-6-032', 'audits.view_joblog', '/audit/logs/job-execution-log'],
  ['A-6-033', 'audits.view_usersession', '/audit/online-user-session'],
  ['A-6-034', 'perms.view_myassets', '/workbench/assets'],
  ['A-6-046', 'tickets.view_ticket', '/tickets/my-tickets'],
  ['A-6-046', 'tickets.view_ticket', '/tickets/assigned-tickets'],
  ['A-6-047', 'tickets.view_ticketflow', '/tickets/flow'],
  ['A-6-048', 'settings.view_setting', '/settings/basic'],
  ['A-6-048', 'settings.view_setting', '/settings/features'],
  ['A-6-048', 'settings.view_setting', '/settings/tools'],
  ['A-6-049', 'settings.change_email', '/settings/msg'],
  ['A-6-050', 'settings.change_auth', '/settings/auth'],
  ['A-6-051', 'settings.change_terminal', '/settings/terminal'],
  ['A-6-051', 'settings.change_terminal', '/settings/storage'],
  ['A-6-052', 'settings.change_security', '/settings/security'],
  ['A-6-055', 'orgs.view_organization', '/settings/orgs'],
  ['A-6-056', 'orgs.add_organization', '/settings/orgs/create'],
  ['A-6-058', 'authentication.view_accesskey', '/profile/api-keys'],
  ['A-6-059', 'authentication.view_temptoken', '/profile/temp-password'],
  ['A-6-060', 'authentication.view_connectiontoken', '/profile/connection-token'],
])('%s without %s %s is refused; with it the page opens', async (_id, permission, path) => {
  // Gives access to the pages' areas: without it, the console would redirect to another area.
  const areas = ['settings.view_setting', 'tickets.view_ticket'].filter(
    (codename) => codename !== permission,
  );
  const { screen, platform, router } = await renderShell({
    at: path,
    profile: { perms: areas },
    settings: { AUTH_TEMP_TOKEN: true },
  });
  await screen.findByRole('heading', { level: 1, name: 'You cannot open this page' });
  expect(screen.queryByText('the page')).toBeNull();
  const { profile } = platform.session.get();
  if (!profile) throw new Error('nobody is signed in');
  act(() => platform.session.setProfile({ ...profile, perms: [...profile.perms, permission] }));
  await act(() => router.navigate(path));
  expect(await screen.findByText('the page')).toBeTruthy();
  expect(screen.queryByText(permission)).toBeNull();
});
