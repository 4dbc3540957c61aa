// @vitest-environment jsdom
import { gateway } from '@gatehouse/contract/resources/assets/gateway.ts';
import { act, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerTo, listOf } from '../../../test/answerTo.ts';
import { FakeSocket } from '../../../test/fakeSocket.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { ToolsPage } from './ToolsPage.tsx';
import { isPorts } from './toolRules.ts';

beforeEach(() => {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  return () => vi.unstubAllGlobals();
});

const show = (perms: string[], more = {}) =>
  renderPage({
    page: <ToolsPage />,
    caller: { perms },
    routes: {
      ...answerTo('GET /api/v1/settings/server-info/', { CURRENT_TIME: '2024/05/02 10:00:00 +0800' }),
      ...more,
    },
  });
const say = (socket: FakeSocket, msg: string) =>
  act(() => socket.onmessage?.({ data: JSON.stringify({ msg }) }));

test('A-2.4-021 A-2.6-024 a tool sends its form once, shows what the server says, and ends with it', async () => {
  const { screen, user } = await show(['settings.view_setting']);
  await screen.findByText(/^2024-05-02 10:00:0\d \(UTC\+08:00\)$/);
  const start = await screen.findByRole('button', { name: 'Start' });
  await user.click(start);
  await screen.findByText('Enter a value.');
  expect(FakeSocket.all).toEqual([]);
  await user.type(screen.getByLabelText(/^Destination/), '10.0.0.1-2');
  await user.click(start);
  await expect.poll(() => FakeSocket.all.length).toBe(1);
  const [socket] = FakeSocket.all as [FakeSocket];
  expect(new URL(socket.url).pathname).toBe('/ws/setting/tools/');
  act(() => socket.open());
  expect(socket.sent.map((sent) => JSON.parse(String(sent)))).toEqual([
    { tool_type: 'ping', dest_ips: '10.0.0.1-2', timeout: 3, count: 5, psize: 64 },
  ]);
  expect(screen.getByRole('status').textContent).toBe('Running…');
  expect(start).toHaveProperty('disabled', true);
  say(socket, '64 bytes from 10.0.0.1\r\n');
  say(socket, '10.0.0.1: ok\r\n');
  expect(screen.getByLabelText('Output')).toHaveProperty('value', '64 bytes from 10.0.0.1\n10.0.0.1: ok\n');
  act(() => socket.drop(1005));
  expect(screen.getByRole('status').textContent).toBe('Done.');
  expect(start).toHaveProperty('disabled', false);
  expect(FakeSocket.all).toHaveLength(1);
});

test('S6 a tool runs on the gateway that is chosen, where the user may use gateways', async () => {
  const id = '0b7c0a52-6f5e-4a52-9d3c-1f1f5f3c7d11';
  const gateways = listOf(gateway, [{ id, name: 'gw-1' }]);
  const { screen, user } = await show(
    ['rbac.view_systemtools', 'assets.view_gateway', 'assets.test_assetconnectivity'],
    gateways,
  );
  await user.click(await screen.findByRole('combobox', { name: 'Gateway' }));
  await user.click(await screen.findByText('gw-1'));
  await user.type(screen.getByLabelText(/^Destination/), 'db');
  await user.click(screen.getByRole('button', { name: 'Start' }));
  await expect.poll(() => FakeSocket.all.length).toBe(1);
  const [socket] = FakeSocket.all as [FakeSocket];
  act(() => socket.open());
  expect(JSON.parse(String(socket.sent[0]))).toMatchObject({
    tool_type: 'ping',
    dest_ips: 'db',
    gateway: id,
  });
});

test('a run is stopped, and a lost connection is told', async () => {
  const { screen, user } = await show(['settings.view_setting']);
  await user.click(await screen.findByRole('tab', { name: 'Telnet' }));
  await user.type(await screen.findByLabelText(/^Destination/), 'db');
  await user.click(screen.getByRole('button', { name: 'Start' }));
  await expect.poll(() => FakeSocket.all.length).toBe(1);
  act(() => FakeSocket.all[0]?.open());
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(FakeSocket.all[0]?.readyState).toBe(3);
  expect(screen.getByRole('status').textContent).toBe('Stopped.');
  await user.click(screen.getByRole('button', { name: 'Start' }));
  await expect.poll(() => FakeSocket.all.length).toBe(2);
  act(() => FakeSocket.all[1]?.open());
  act(() => FakeSocket.all[1]?.drop(1006));
  expect(screen.getByRole('status').textContent).toBe('The connection to the server was lost. Start again.');
});

test('B-5-031 a port that cannot be is refused in the form, and what the server says of a port is shown', async () => {
  const { screen, user } = await show(['settings.view_setting']);
  await user.click(await screen.findByRole('tab', { name: 'Telnet' }));
  await user.type(await screen.findByLabelText(/^Destination/), 'db');
  const port = screen.getByLabelText(/^Port/);
  await user.clear(port);
  await user.type(port, '70000');
  await user.click(screen.getByRole('button', { name: 'Start' }));
  expect(await screen.findByText('Enter a number from 1 to 65535.')).toBeTruthy();
  expect(FakeSocket.all).toEqual([]);
  await user.clear(port);
  await user.type(port, '5432');
  await user.click(screen.getByRole('button', { name: 'Start' }));
  await expect.poll(() => FakeSocket.all.length).toBe(1);
  const [socket] = FakeSocket.all as [FakeSocket];
  act(() => socket.open());
  say(socket, '10.0.0.7:5432 cannot be reached ECONNREFUSED\r\n');
  expect(screen.getByLabelText('Output')).toHaveProperty(
    'value',
    '10.0.0.7:5432 cannot be reached ECONNREFUSED\n',
  );
});

test('ports of a scan that cannot be are refused in the form', async () => {
  const { screen, user } = await show(['settings.view_setting']);
  await user.click(await screen.findByRole('tab', { name: /Nmap|Port/ }));
  await user.type(await screen.findByLabelText(/^Destination$|^Destination(?! ports)/), 'db');
  await user.type(screen.getByLabelText(/ports/i), '22-70000{Enter}');
  await user.click(screen.getByRole('button', { name: 'Start' }));
  expect(await screen.findByText(/65535/)).toBeTruthy();
  expect(FakeSocket.all).toEqual([]);
});

test.each([
  ['22', true],
  ['8000-8010', true],
  ['65535', true],
  ['0', false],
  ['65536', false],
  ['90-80', false],
  ['1-2-3', false],
  ['22;id', false],
  ['', false],
])('B-5-031 ports to scan: %j is accepted: %s', (text, isRight) => {
  expect(isPorts(text)).toBe(isRight);
});

test('packets are offered only to users who may view the system settings', async () => {
  const namesFor = async (perms: string[]) => {
    const { screen } = await show(perms);
    const tabs = within(await screen.findByRole('tablist')).getAllByRole('tab');
    return tabs.map((tab) => tab.textContent);
  };
  expect(await namesFor(['rbac.view_systemtools'])).toEqual(['Ping', 'Telnet', 'Nmap', 'Traceroute']);
});
