// @vitest-environment jsdom
import type { ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { meta, optionsOf } from '../../../test/domains.ts';
import { answer } from '../../../test/fakeServer.ts';
import { openRoute } from '../../../test/openRoute.tsx';
import { renderPage } from '../../../test/renderPage.tsx';
import { SecurityPage } from './pages.tsx';
import { settingIndex } from './settingIndex.ts';

const panelOf = (
  name: 'security_session' | 'security_auth' | 'clean',
  [page, tab]: [ShownSettingPanel['page'], string],
  [title, words]: [string, string],
  settings: Record<string, string>,
): ShownSettingPanel => ({
  ...{ name, category: name, page, tab, title, words, dialog: false, can_change: true },
  groups: [
    {
      name: 'basic',
      title: 'Basic',
      settings: Object.entries(settings).map(([key, label]) => ({ name: key, label })),
    },
  ],
});
const panels = [
  panelOf('security_auth', ['security', 'Auth'], ['Authentication', '2FA'], {
    SECURITY_MFA_AUTH: 'Require MFA',
  }),
  panelOf('security_session', ['security', 'Session'], ['Sessions', 'timeout'], {
    SECURITY_MAX_SESSION_TIME: 'Session limit',
    SECURITY_MAX_IDLE_TIME: 'Idle limit',
  }),
  panelOf('clean', ['clean', 'Clean'], ['Clean-up', 'retention'], { LOGIN_LOG_KEEP_DAYS: 'Login log' }),
];
const text = (label: string) => meta({ kind: 'text', label });
const metas = {
  SECURITY_MFA_AUTH: text('Require MFA'),
  SECURITY_MAX_SESSION_TIME: text('Session limit'),
  SECURITY_MAX_IDLE_TIME: text('Idle limit'),
};

const show = (at = '/settings/security') =>
  renderPage({
    page: <SecurityPage />,
    at,
    name: 'Security',
    routes: {
      ...answerTo('GET /api/v1/settings/panels/', panels),
      'OPTIONS /api/v1/settings/setting/': optionsOf({ GET: metas, PUT: metas, PATCH: metas }, { name: 'x' }),
      ...answerTo('GET /api/v1/settings/setting/', {}),
      ...answerTo('GET /api/v1/settings/history/', []),
      ...answerTo('GET /api/v1/settings/proposals/', []),
    },
  });

test('a setting is found by its label, its key and what it is about; the keyboard leads to its field', async () => {
  const { screen, user } = await show();
  await screen.findByLabelText('Require MFA');
  await user.keyboard('/');
  const box = screen.getByRole('combobox', { name: 'Search settings' });
  expect(document.activeElement).toBe(box);
  const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  const look = (words: string) => fireEvent.change(box, { target: { value: words } });
  for (const [words, first] of [
    ['mfa', 'Require MFAAuthentication · Basic'],
    ['2fa', 'Require MFAAuthentication · Basic'],
    ['retention', 'Login logClean-up · Basic'],
    ['KEEP_DAYS', 'Login logClean-up · Basic'],
    ['limit idle', 'Idle limitSessions · Basic'],
  ] as const) {
    look(words);
    await waitFor(() => expect(offered()).toEqual([first]));
  }
  await waitFor(() => expect(screen.getByRole('option').getAttribute('aria-selected')).toBe('true'));
  await user.keyboard('{Enter}');
  const input = await screen.findByLabelText('Idle limit');
  await waitFor(() => expect(document.activeElement).toBe(input));
  expect(input.closest('[data-sought]')).toBeTruthy();
  expect(screen.getByLabelText('Session limit').closest('[data-sought]')).toBeNull();
  expect((box as HTMLInputElement).value).toBe('');
});

test('a setting of another page leads there, and words that fit none are told', async () => {
  const { screen, user } = await show();
  const box = await screen.findByRole('combobox', { name: 'Search settings' });
  await user.type(box, 'no such words');
  expect(await screen.findByText('No setting found')).toBeTruthy();
  await user.clear(box);
  await user.type(box, 'retention');
  await user.click(await screen.findByRole('option', { name: /Login log/ }));
  expect(await screen.findByText('elsewhere')).toBeTruthy();
});

test('settings of dialogs are found as well, each once', async () => {
  const provider = (name: 'alibaba' | 'huawei', title: string, key: string): ShownSettingPanel => ({
    ...panels[0]!,
    ...{ name, category: name, page: 'msg', tab: 'SMS', title, dialog: true },
    groups: [
      { name: 'basic', title: 'Basic', settings: [{ name: key, label: 'Key' }] },
      { name: 'other', title: 'Other', settings: [{ name: 'SMS_TEST_PHONE', label: 'Test phone number' }] },
    ],
  });
  const found = settingIndex([
    provider('alibaba', 'Alibaba Cloud SMS', 'ALIBABA_ACCESS_KEY_ID'),
    provider('huawei', 'Huawei Cloud SMS', 'HUAWEI_APP_KEY'),
  ]);
  expect(found.map(({ place, to }) => [place, to])).toEqual([
    ['Alibaba Cloud SMS · Basic', '/settings/msg?setting=ALIBABA_ACCESS_KEY_ID#SMS'],
    ['Alibaba Cloud SMS · Other', '/settings/msg?setting=SMS_TEST_PHONE#SMS'],
    ['Huawei Cloud SMS · Basic', '/settings/msg?setting=HUAWEI_APP_KEY#SMS'],
  ]);
});

test.each(['Interface', 'Tools', 'TaskList'])(
  'the page %s, which is no panel, leads to settings as well',
  async (name) => {
    const routes = answerTo('GET /api/v1/settings/panels/', panels);
    const { screen, user } = await openRoute(name, { routes });
    await user.type(await screen.findByRole('combobox', { name: 'Search settings' }), 'retention');
    expect(await screen.findByRole('option', { name: /^Login log/ })).toBeTruthy();
  },
);

test('other words mark the first setting again', async () => {
  const { screen, user } = await show();
  await screen.findByLabelText('Require MFA');
  const box = screen.getByRole('combobox', { name: 'Search settings' });
  const marked = () =>
    screen
      .queryAllByRole('option')
      .filter((option) => option.getAttribute('aria-selected') === 'true')
      .map(({ textContent }) => textContent);
  await user.type(box, 'limit');
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(marked()).toEqual(['Idle limitSessions · Basic']));
  await user.type(box, ' s');
  await waitFor(() => expect(marked()).toEqual(['Session limitSessions · Basic']));
});

test('while the settings are on their way, the page has their shape; when they fail to come, it says so', async () => {
  const coming = Promise.withResolvers<void>();
  const { screen } = await renderPage({
    page: <SecurityPage />,
    at: '/settings/security',
    name: 'Security',
    routes: {
      'GET /api/v1/settings/panels/': async () => {
        await coming.promise;
        return answer(500, { detail: 'Out of order' });
      },
      ...answerTo('GET /api/v1/settings/proposals/', []),
    },
  });
  const shapes = () => document.querySelectorAll('[aria-hidden="true"] > [style*="opacity"]').length;
  await waitFor(() => expect(shapes()).toBe(4));
  expect(screen.queryByRole('button', { name: /Retry|Try again/ })).toBeNull();
  coming.resolve();
  expect(await screen.findByRole('button', { name: /Retry|Try again/ })).toBeTruthy();
  expect(shapes()).toBe(0);
});
