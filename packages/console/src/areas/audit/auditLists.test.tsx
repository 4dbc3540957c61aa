// @vitest-environment jsdom
import { ftplog } from '@gatehouse/contract/resources/audits/ftplog.ts';
import { passwordchangelog } from '@gatehouse/contract/resources/audits/passwordchangelog.ts';
import { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { columnsShown } from '../../../test/actionsShown.ts';
import { listOf } from '../../../test/answerTo.ts';
import { openRoute } from '../../../test/openRoute.tsx';

/** What a page of 1440 px leaves to its table, without side menu, paddings and border. */
const ROOM = 1178;
const time = '2031/01/02 03:04:05 +0000';
const texts = { user: 'Mara Okafor(m.okafor)', asset: 'web-01(10.0.0.5)', account: 'root(root)' };
const past = { id: 's1', ...texts, protocol: 'ssh', is_finished: true, is_success: true, date_start: time };
const storages = {
  'GET /api/v1/terminal/command-storages/tree/': [],
};

const cellsOf = async (text: string) => {
  const row = (await screen.findByText(text)).closest('tr') as HTMLElement;
  return [...row.querySelectorAll('td')].map((cell) => cell.textContent);
};

test.each([
  [
    'SessionList',
    'OnlineList',
    listOf(session, [{ ...past, is_finished: false }]),
    ['Date start', 'Duration', 'State'],
  ],
  ['SessionList', 'OfflineList', listOf(session, [past]), ['Date start', 'Duration', 'State']],
  [
    'CommandList',
    '',
    { ...listOf(command, [{ id: 'c1', ...texts, input: 'ls' }]), ...storages },
    ['Timestamp', 'Risk level'],
  ],
  ['FtpLog', '', listOf(ftplog, [{ id: 'f1', ...texts, filename: 'a.txt' }]), ['Date start', 'Is success']],
])('%s %s fits a page of 1440 px with time and outcome', async (name, tab, routes, shown) => {
  await openRoute(name, { routes, tab });
  await screen.findByText('Mara Okafor');
  const table = screen.getByRole('table');
  expect(Number.parseFloat(table.style.minWidth)).toBeLessThanOrEqual(ROOM);
  expect(await columnsShown()).toEqual(expect.arrayContaining(shown));
});

test('a session names user, asset and account short, and says when it began', async () => {
  await openRoute('SessionList', { routes: listOf(session, [past]), tab: 'OfflineList' });
  const cells = await cellsOf('Mara Okafor');
  expect(cells).toEqual(
    expect.arrayContaining([
      'Mara Okafor m.okafor',
      'web-01 10.0.0.5',
      'root',
      '2031-01-02 03:04:05',
      'Ended',
    ]),
  );
});

test.each([
  ['ssh', 'hdd'],
  ['rdp', 'windows'],
  ['mysql', 'database'],
  ['http', 'global'],
  ['chatgpt', 'robot'],
])('the icon of a session over %s follows its protocol', async (protocol, icon) => {
  await openRoute('SessionList', { routes: listOf(session, [{ ...past, protocol }]), tab: 'OfflineList' });
  const cell = (await screen.findByText('web-01')).closest('td');
  expect(cell?.querySelector(`.anticon-${icon}`)).not.toBeNull();
});

test('file transfers are numbered, and what they name is short', async () => {
  await openRoute('FtpLog', {
    routes: listOf(ftplog, [{ id: 'f1', ...texts, filename: 'a.txt', date_start: time }]),
  });
  expect(await cellsOf('a.txt')).toEqual(
    expect.arrayContaining(['1', 'Mara Okafor m.okafor', 'web-01 10.0.0.5', 'root', '2031-01-02 03:04:05']),
  );
});

test('password changes name user and author short', async () => {
  await openRoute('PasswordChangeLog', {
    routes: listOf(passwordchangelog, [
      { id: 'p1', user: texts.user, change_by: 'System()', datetime: time },
    ]),
  });
  expect(await cellsOf('System')).toEqual(expect.arrayContaining(['Mara Okafor m.okafor', 'System']));
});
