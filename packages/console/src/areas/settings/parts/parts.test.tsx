// @vitest-environment jsdom
import type { SettingHistory, ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { meta, optionsOf } from '../../../../test/domains.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { SettingPanel } from '../SettingPanel.tsx';

const url = '/api/v1/settings/setting/';
const unlockUrl = '/api/v1/settings/security/unlock-ip/';
const number = (label: string) => meta({ kind: 'integer', type: 'integer', label });
const flag = (label: string) => meta({ kind: 'boolean', type: 'boolean', label });

const open = (
  name: ShownSettingPanel['name'],
  group: string,
  metas: Record<string, FieldMeta>,
  stored: Record<string, unknown>,
  routes: Record<string, unknown> = {},
) => {
  const settings = Object.entries(metas).map(([key, { label }]) => ({ name: key, label }));
  const groups = [{ name: group, title: 'Group', settings }];
  const place = { category: name, page: 'security' as const, tab: 'Tab', title: 'Panel' };
  return renderPage({
    page: <SettingPanel panel={{ name, ...place, dialog: false, can_change: true, groups }} />,
    routes: {
      [`OPTIONS ${url}`]: optionsOf({ PATCH: metas }),
      ...answerTo(`GET ${url}`, stored),
      ...answerTo(`PATCH ${url}`, ({ body }) => ({ ...stored, ...(body as object) })),
      ...answerTo('POST /api/v1/settings/consequences/', []),
      ...answerTo('GET /api/v1/settings/history/', []),
      ...routes,
    },
  });
};

test('a password is tried against the rules of the form before they are saved', async () => {
  const metas = {
    SECURITY_PASSWORD_MIN_LENGTH: number('Minimum length'),
    SECURITY_PASSWORD_NUMBER: flag('Digit required'),
  };
  const stored = { SECURITY_PASSWORD_MIN_LENGTH: 8, SECURITY_PASSWORD_NUMBER: false };
  const { screen, user } = await open('security_password', 'rule', metas, stored);
  await user.type(await screen.findByLabelText('Try a password'), 'abcdefgh');
  const met = () => screen.getAllByRole('listitem').map((item) => item.dataset.met);
  expect(met()).toEqual(['true']);
  await user.click(screen.getByRole('switch', { name: 'Digit required' }));
  await waitFor(() => expect(met()).toEqual(['true', 'false']));
  await user.type(screen.getByLabelText('Try a password'), '1');
  expect(met()).toEqual(['true', 'true']);
});

test('a switch, which always has a value, is not marked as required; a number is', async () => {
  const metas = {
    SECURITY_PASSWORD_MIN_LENGTH: { ...number('Minimum length'), required: true },
    SECURITY_PASSWORD_NUMBER: { ...flag('Digit'), required: true },
  };
  const stored = { SECURITY_PASSWORD_MIN_LENGTH: 8, SECURITY_PASSWORD_NUMBER: false };
  const { screen } = await open('security_password', 'rule', metas, stored);
  const labels = async (name: string) => (await screen.findByText(name, { exact: false })).textContent;
  expect(await labels('Minimum length')).toContain('*');
  expect(await labels('Digit')).toBe('Digit');
});

test('an announcement is shown as users will see it while it is written', async () => {
  const ANNOUNCEMENT = meta({
    kind: 'nested',
    type: 'nested object',
    label: 'Announcement',
    children: {
      SUBJECT: meta({ label: 'Subject' }),
      CONTENT: meta({ label: 'Text' }),
      LINK: meta({ label: 'Link' }),
    },
  });
  const stored = { ANNOUNCEMENT: { SUBJECT: '', CONTENT: '', LINK: '' } };
  const { screen, user } = await open('announcement', 'basic', { ANNOUNCEMENT }, stored);
  const subject = await screen.findByLabelText('Subject');
  expect(screen.queryByRole('region', { name: 'Announcement' })).toBeNull();
  await user.type(subject, 'Works');
  await user.type(screen.getByLabelText('Text'), '**Tonight**');
  const card = await screen.findByRole('region', { name: 'Announcement' });
  expect(card.textContent).toContain('Announcement: Works');
  await waitFor(() => expect(card.querySelector('p strong')?.textContent).toBe('Tonight'));
});

test('B-4-015 blocked addresses are counted, listed, and unblocked singly or together', async () => {
  let ips = ['10.1.1.1', '10.1.1.2', '10.1.1.3'];
  const { screen, user, server } = await open(
    'security_login_limit',
    'address',
    { SECURITY_LOGIN_IP_LIMIT_COUNT: number('Failed attempts') },
    { SECURITY_LOGIN_IP_LIMIT_COUNT: 9 },
    {
      ...answerTo('GET /api/v1/settings/security/block-ip/', () => ({
        count: ips.length,
        results: ips.map((ip, at) => ({ id: `10000000-0000-4000-8000-00000000000${at}`, ip })),
      })),
      ...answerTo('POST /api/v1/settings/security/unlock-ip/', ({ body }) => {
        ips = ips.filter((ip) => !(body as { ips: string[] }).ips.includes(ip));
        return undefined;
      }),
    },
  );
  await user.click(await screen.findByRole('button', { name: 'View 3 blocked addresses' }));
  const dialog = await screen.findByRole('dialog', { name: 'Blocked addresses' });
  expect(within(dialog).getByRole('button', { name: 'Unblock 0' }).hasAttribute('disabled')).toBe(true);
  await user.click(within(dialog).getByRole('button', { name: 'Unblock 10.1.1.2' }));
  await waitFor(() => expect(within(dialog).queryByText('10.1.1.2')).toBeNull());
  for (const ip of ['10.1.1.1', '10.1.1.3'])
    await user.click(within(dialog).getByRole('checkbox', { name: ip }));
  await user.click(within(dialog).getByRole('button', { name: 'Unblock 2' }));
  await within(dialog).findByText('No address is blocked');
  expect(server.calls('POST', unlockUrl).map(({ body }) => body)).toEqual([
    { ips: ['10.1.1.2'] },
    { ips: ['10.1.1.1', '10.1.1.3'] },
  ]);
});

test('unwanted consequences are shown before saving; nothing is saved unless they are accepted', async () => {
  const told = [{ name: 'LOGIN_LOG_KEEP_DAYS', text: 'Rows deleted in the coming night: 71' }];
  const { screen, user, server, platform } = await open(
    'clean',
    'log',
    { LOGIN_LOG_KEEP_DAYS: number('Login log') },
    { LOGIN_LOG_KEEP_DAYS: 180 },
    answerTo('POST /api/v1/settings/consequences/', told),
  );
  const asked = () => platform.dialogs.store.get().pending[0];
  const answer = (yes: boolean) => {
    const question = asked();
    if (question?.kind === 'confirm') question.settle(yes);
  };
  await user.click(await screen.findByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(asked()).toMatchObject({ kind: 'confirm', question: { danger: true } }));
  answer(false);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Submit' }).className).not.toContain('loading'),
  );
  expect(server.calls('PATCH', url)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(asked()).toBeTruthy());
  answer(true);
  await waitFor(() => expect(server.calls('PATCH', url)).toHaveLength(1));
});

const past = (more: Partial<SettingHistory>): SettingHistory => ({
  name: 'LOGIN_LOG_KEEP_DAYS',
  initial: 180,
  changed_by: '',
  date_changed: null,
  ...more,
});

test('a setting that differs from its default is marked, says who changed it, and is reset in the form', async () => {
  const changed = past({ changed_by: 'Mara(mara)', date_changed: '2026/11/20 10:00:00 +0000' });
  const { screen, user, server } = await open(
    'clean',
    'log',
    { LOGIN_LOG_KEEP_DAYS: number('Login log') },
    { LOGIN_LOG_KEEP_DAYS: 90 },
    answerTo('GET /api/v1/settings/history/', [changed]),
  );
  expect(await screen.findByText('Changed from default')).toBeTruthy();
  expect(screen.getByText(/Last changed by Mara\(mara\)/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Reset Login log to default' }));
  await waitFor(() => expect(screen.queryByText('Changed from default')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(server.calls('PATCH', url)[0]?.body).toEqual({ LOGIN_LOG_KEEP_DAYS: 180 }));
});

test('a setting at its default that nobody changed has no mark', async () => {
  const { screen } = await open(
    'clean',
    'log',
    { LOGIN_LOG_KEEP_DAYS: number('Login log') },
    { LOGIN_LOG_KEEP_DAYS: 180 },
    answerTo('GET /api/v1/settings/history/', [past({})]),
  );
  await screen.findByLabelText('Login log');
  expect(screen.queryByText('Changed from default')).toBeNull();
  expect(screen.queryByText(/Last changed/)).toBeNull();
});
