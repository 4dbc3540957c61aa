import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakePlatform } from '../../test/fakePlatform.ts';
import { fakeServer } from '../../test/fakeServer.ts';
import { listRow } from '../../test/sampleRow.ts';
import { PlatformProvider } from '../platform/Platform.tsx';
import { CommandList } from './CommandList.tsx';
import { placeCommands } from './commands.ts';
import type { Replay } from './useReplay.ts';

type Level = RowOf<typeof command>['risk_level']['value'];
const row = (id: string, timestamp: number, input: string, level: Level = 0, label = 'Accept', rule = '') =>
  listRow(command, { id, input, timestamp, risk_level: { value: level, label }, cmd_filter_acl_name: rule });
const commands = placeCommands(
  [
    row('a', 4, 'sudo -i', 4, 'Warning'),
    row('b', 60, 'iptables -F', 5, 'Reject', 'No firewalls'),
    row('c', 475, 'systemctl reload nginx'),
  ],
  0,
  804,
);

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

const show = async (position: number) => {
  const platform = await fakePlatform(fakeServer({}));
  await platform.i18n.loadNamespaces('replay');
  const sought: number[] = [];
  const replay = {
    commands,
    state: { position, duration: 804 },
    player: { seek: (seconds: number) => sought.push(seconds) },
  } as unknown as Replay;
  render(
    <PlatformProvider platform={platform}>
      <CommandList replay={replay} />
    </PlatformProvider>,
  );
  return { sought, user: userEvent.setup() };
};
const lines = () => screen.getAllByRole('listitem').map((item) => item.textContent);

test('every command shows its time, risky ones their verdict and its rule in words', async () => {
  await show(0);
  expect(lines()).toEqual([
    '00:04sudo -iWarning',
    '01:00iptables -FReject · No firewalls',
    '07:55systemctl reload nginx',
  ]);
});

test('a command jumps to its time', async () => {
  const { sought, user } = await show(0);
  await user.click(screen.getByRole('button', { name: /iptables/ }));
  expect(sought).toEqual([60]);
});

test('the command running at the current time is marked', async () => {
  await show(300);
  const current = screen.getAllByRole('button').filter((button) => button.getAttribute('aria-current'));
  expect(current.map((button) => button.textContent)).toEqual(['01:00iptables -FReject · No firewalls']);
});

test('searching shows only commands that contain the words', async () => {
  const { user } = await show(0);
  await user.type(screen.getByRole('searchbox'), 'nginx');
  expect(lines()).toEqual(['07:55systemctl reload nginx']);
  await user.type(screen.getByRole('searchbox'), 'zzz');
  expect(screen.getByRole('status').textContent).toBe('No command matches.');
});
