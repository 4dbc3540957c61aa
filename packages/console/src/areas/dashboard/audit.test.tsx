// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { openRoute } from '../../../test/openRoute.tsx';

const INDEX = '/api/v1/index/';
const numbers = {
  total_count_user_login_logs: 40,
  total_count_user_login_success_logs: 30,
  total_count_operate_logs: 2100,
  total_count_change_password_logs: 3,
  total_count_online_sessions: 4,
  total_count_history_sessions: 50,
  total_count_ftp_logs: 6,
  total_count_commands: 80,
  total_count_commands_danger: 8,
  commands_not_counted: ['Archive'],
  dates_metrics_date: ['05-01', '05-02'],
  dates_metrics_total_count_session: [11, 12],
  dates_metrics_total_count_login: [21, 22],
};

const open = (over: Record<string, unknown> = {}) =>
  openRoute('AuditDashboard', {
    routes: { ...answerTo(`GET ${INDEX}`, numbers), ...over },
  });
const strip = async (name: string) => within(await screen.findByRole('region', { name }));

test('the audit dashboard counts log entries and links each figure to its log', async () => {
  await open();
  const figures = await strip('Logs');
  await figures.findByText('2,100');
  const links = figures.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    [expect.stringMatching(/^Sign-ins40.*30/), '/audit/logs/login-logs'],
    [expect.stringMatching(/^Operations2,100/), '/audit/logs/operate-logs'],
    [expect.stringMatching(/^Password changes3/), '/audit/logs/password-change-log'],
  ]);
  expect(figures.getByRole('img', { name: /75%/ })).toBeTruthy();
});

test('the audit dashboard counts sessions, transfers and commands', async () => {
  await open();
  const figures = await strip('Sessions');
  await figures.findByText('80');
  const paths = figures.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(paths).toEqual([
    '/audit/sessions/sessions?activeTab=OnlineList',
    '/audit/sessions/sessions?activeTab=OfflineList',
    '/audit/sessions/ftp',
    '/audit/sessions/command',
  ]);
  expect(figures.getByRole('img', { name: /10%/ })).toBeTruthy();
  expect(figures.getByText('8 rejected · not counted: Archive')).toBeTruthy();
});

test('each audit card requests only what it shows, for the chosen days', async () => {
  const { user, server } = await open();
  await screen.findByText('2,100');
  const asked = (days: string) =>
    server
      .calls('GET', INDEX)
      .filter(({ query }) => query.days === days)
      .map(({ query }) =>
        Object.keys(query)
          .filter((name) => name !== 'days')
          .toSorted(),
      );
  const all = [
    ['dates_metrics'],
    ['session_dates_metrics'],
    [
      'total_count_change_password_logs',
      'total_count_operate_logs',
      'total_count_user_login_logs',
      'total_count_user_login_success_logs',
    ],
    [
      'total_count_commands',
      'total_count_commands_danger',
      'total_count_ftp_logs',
      'total_count_history_sessions',
      'total_count_online_sessions',
    ],
  ];
  const sorted = (sets: string[][]) => sets.map((set) => set.join()).toSorted();
  const [first = ''] = [...new Set(server.calls('GET', INDEX).map(({ query }) => query.days ?? ''))];
  expect(sorted(asked(first))).toEqual(sorted(all));
  await user.click(screen.getByRole('radio', { name: '30 days' }));
  await waitFor(() => expect(sorted(asked('30'))).toEqual(sorted(all)));
});

test('sessions and sign-ins are charted by day and also shown as a table', async () => {
  const { user } = await open();
  const buttons = await screen.findAllByRole('button', { name: 'Show numbers as a table' });
  for (const button of buttons) await user.click(button);
  expect(await screen.findByRole('row', { name: '05-02 12' })).toBeTruthy();
  expect(screen.getByRole('row', { name: '05-02 22' })).toBeTruthy();
});

test('Try again reloads audit figures that failed to load', async () => {
  let isDown = true;
  const { user } = await open({
    [`GET ${INDEX}`]: (_request: Seen) => (isDown ? answer(500, {}) : numbers),
  });
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(4));
  isDown = false;
  for (let left = 4; left > 0; left -= 1) {
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
    await waitFor(() =>
      expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(left - 1),
    );
  }
  expect((await strip('Logs')).getByText('2,100')).toBeTruthy();
  expect((await strip('Sessions')).getByText('80')).toBeTruthy();
});

test('audit figures without data are dashes, and shares are zero', async () => {
  await open(answerTo(`GET ${INDEX}`, {}));
  const figures = await strip('Logs');
  await waitFor(() => expect(figures.getAllByText('–').length).toBe(3));
  expect(figures.getByText(/^0 /)).toBeTruthy();
});
