// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { tabsShown } from '../../../test/actionsShown.ts';
import { factsShown } from '../../../test/factsShown.ts';
import { openRoute } from '../../../test/openRoute.tsx';
import { profileWith } from '../../../test/profileWith.ts';

const PROFILE = '/api/v1/users/profile/';
const mara = profileWith({ phone: { code: '+31', phone: '5550100' } as never, wechat: 'mara' });

const settings = () =>
  openRoute('ProfileSetting', {
    routes: {
      [`GET ${PROFILE}`]: { ...mara, wechat: 'okafor' },
      [`PATCH ${PROFILE}`]: mara,
    },
  });

test('profile settings have tabs for contact details, password and, if allowed, the SSH public key', async () => {
  const { platform } = await settings();
  expect(await tabsShown()).toEqual(['Contact details', 'Password']);
  platform.session.setProfile({ ...mara, can_public_key_auth: true } as never);
  await waitFor(async () =>
    expect(await tabsShown()).toEqual(['Contact details', 'Password', 'SSH public key']),
  );
});

test('users can change their own phone and WeChat; other details are read-only', async () => {
  const { user, server, platform } = await settings();
  platform.session.setProfile({ ...mara, perms: [] } as never);
  const field = await screen.findByLabelText('WeChat');
  for (const name of ['Username', 'Name', 'Email'])
    expect(screen.getByLabelText(name)).toHaveProperty('disabled', true);
  expect(screen.getByText('Only an administrator can change these.')).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'okafor');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(server.calls('PATCH', PROFILE)[0]?.body).toMatchObject({ wechat: 'okafor' });
  expect(
    Object.keys(server.calls('PATCH', PROFILE)[0]?.body as object).every((name) => /phone|wechat/.test(name)),
  ).toBe(true);
  await waitFor(() => expect(server.calls('GET', PROFILE)).toHaveLength(1));
  await waitFor(() => expect(platform.session.get().profile?.wechat).toBe('okafor'));
});

test('a WeChat ID longer than 128 characters is rejected', async () => {
  const { user, server } = await settings();
  const field = await screen.findByLabelText('WeChat');
  await user.click(field);
  await user.paste('x'.repeat(129));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')).toBeTruthy());
  expect(server.calls('PATCH', PROFILE)).toEqual([]);
});

const info = async (over: object) => {
  const opened = await openRoute('ProfileInfo');
  opened.platform.session.setProfile({ ...mara, ...over } as never);
  const facts = () => Object.fromEntries(factsShown());
  return { ...opened, facts };
};

test("the profile shows the user's details, roles and groups", async () => {
  const { facts } = await info({
    system_roles: [{ id: 'r1', name: 'User', display_name: 'User' }],
    org_roles: [
      { id: 'r2', name: 'OrgUser', display_name: 'Member' },
      { id: 'r3', name: 'Auditor' },
    ],
    groups: [{ id: 'g1', name: 'Operators' }],
    is_active: true,
    mfa_level: { value: 1, label: 'On' },
    public_key_comment: 'laptop',
    public_key_hash_md5: 'aa:bb',
    comment: 'Night shift',
    date_joined: '2031/01/02 03:04:05 +0000',
    last_login: '2031/01/03 03:04:05 +0000',
    date_password_last_updated: '2031/01/04 03:04:05 +0000',
    date_expired: '2031/01/05 03:04:05 +0000',
  });
  await waitFor(() =>
    expect(facts()).toEqual({
      Username: 'mara',
      Name: 'Mara Okafor',
      Email: 'mara@example.com',
      'System roles': 'User',
      'Organization roles': 'Member, Auditor',
      Groups: 'Operators',
      State: 'Active',
      Source: 'Local',
      'MFA level': 'On',
      'SSH key': 'laptop aa:bb',
      Joined: '2031-01-02 03:04:05',
      'Last sign-in': '2031-01-03 03:04:05',
      'Password changed': '2031-01-04 03:04:05',
      Expires: '2031-01-05 03:04:05',
      Comment: 'Night shift',
    }),
  );
});

test('missing profile details are shown as dashes', async () => {
  const { facts } = await info({
    email: '',
    system_roles: [],
    org_roles: undefined,
    groups: [],
    is_active: false,
    mfa_level: undefined,
    comment: '',
  });
  await waitFor(() => expect(facts().State).toBe('Inactive'));
  for (const name of [
    'Email',
    'System roles',
    'Organization roles',
    'Groups',
    'MFA level',
    'SSH key',
    'Comment',
  ])
    expect(facts()[name]).toBe('–none');
});

test.each([
  ['Contact details', 'ProfileUpdate'],
  ['Password', 'PasswordUpdate'],
  ['SSH public key', 'SSHUpdate'],
])('the profile row "%s" opens its settings tab', async (name, tab) => {
  const { user, router } = await info({ can_public_key_auth: true });
  const button = await screen.findByRole('button', { name });
  expect(button.textContent).toBe('Update');
  await user.click(button);
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe(
      `/profile/setting?activeTab=${tab}`,
    ),
  );
});

test('non-local users cannot change their password here, and keys are offered only if allowed', async () => {
  await info({ source: { value: 'ldap', label: 'LDAP' }, can_public_key_auth: false });
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Password' })).toHaveProperty('disabled', true),
  );
  expect(screen.queryByRole('button', { name: 'SSH public key' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'New key pair' })).toBeNull();
  expect(screen.getByRole('link', { name: 'MFA' }).getAttribute('href')).toBe('/core/auth/profile/mfa/');
});
