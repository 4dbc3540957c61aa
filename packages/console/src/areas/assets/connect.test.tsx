// @vitest-environment jsdom
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { actionsOfRow } from '../../../test/actionsShown.ts';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import type { Caller } from '../../../test/fakePlatform.ts';
import { answer } from '../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { grantedRow, pageOf } from '../../../test/sampleRow.ts';

const GRANTED = '/api/v1/perms/users/self/assets/';
const labelled = (value: string, label: string) => ({ value, label }) as never;
const host = (id: string, name: string, protocol: string, is_active = true) => ({
  id,
  name,
  is_active,
  org_id: 'o1',
  type: labelled('linux', 'Linux'),
  category: labelled('host', 'Host'),
  protocols: [{ name: protocol, port: 22 }] as never,
});
const rows = [
  host('a1', 'web-1', 'ssh'),
  host('a2', 'web-2', 'ssh'),
  host('a3', 'desk-1', 'rdp'),
  host('a4', 'old-1', 'ssh', false),
  { ...host('a5', 'bare-1', 'ssh'), protocols: [] as never },
];
const method = { type: 'web', endpoint_protocol: 'http', value: 'web_cli', label: 'Web CLI' };
const methods = {
  ssh: [{ ...method, component: 'koko' }],
  telnet: [{ ...method, component: 'koko' }],
  rdp: [{ ...method, component: 'lion' }],
};
const granted = (...ids: string[]) => ({
  [`GET ${GRANTED}`]: pageOf(rows.filter(({ id }) => ids.includes(id)).map((row) => grantedRow(row))),
});

const list = (over: { caller?: Caller; methods?: object; routes?: object } = {}) =>
  openRoute('AssetList', {
    ...(over.caller && { caller: over.caller }),
    routes: {
      ...listOf(asset, rows),
      ...answerTo('GET /api/v1/terminal/components/connect-methods/', (over.methods ?? methods) as never),
      ...granted('a1', 'a3', 'a4', 'a5'),
      ...over.routes,
    },
  });

const connectIn = async (name: string) =>
  within((await screen.findByText(name)).closest('tr') as HTMLElement).getByRole('button', {
    name: 'Connect',
  });
const whyNot = async (user: Awaited<ReturnType<typeof list>>['user'], name: string) => {
  const button = await connectIn(name);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  await user.hover(button);
  const tip = (await screen.findByRole('tooltip')).textContent;
  await user.unhover(button);
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  return tip;
};

test('Connect in a row opens the asset in the web terminal, in its organization', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user, server } = await list();
  const button = await connectIn('web-1');
  await waitFor(() => expect(server.calls('GET', GRANTED)).toHaveLength(1));
  expect(server.calls('GET', GRANTED)[0]?.query).toMatchObject({ ids: 'a1,a2,a3,a4,a5', limit: '5' });
  await user.click(button);
  expect(opened).toHaveBeenCalledExactlyOnceWith('/luna/?login_to=a1&oid=o1', '_blank', 'noopener');
});

test('Connect is disabled with the reason: no permission, another protocol, inactive', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = await list();
  expect(await whyNot(user, 'web-2')).toBe('You have no permission on web-2.');
  expect(await whyNot(user, 'desk-1')).toBe('desk-1 uses RDP. The web terminal opens SSH, Telnet only.');
  expect(await whyNot(user, 'old-1')).toBe('Inactive');
  expect(await whyNot(user, 'bare-1')).toBe('bare-1 has no protocol to connect with.');
  await user.click(await connectIn('web-2'));
  expect(opened).not.toHaveBeenCalled();
});

test('without a web terminal, nothing can be connected to', async () => {
  const { user } = await list({ methods: {} });
  expect(await whyNot(user, 'web-1')).toBe('No web terminal is online.');
});

test('connecting may be tried where the server does not say whether it is possible', async () => {
  const { server } = await list({
    routes: {
      [`GET ${GRANTED}`]: answer(500, {}),
      'GET /api/v1/terminal/components/connect-methods/': answer(500, {}),
    },
  });
  await waitFor(() => expect(server.calls('GET', GRANTED)).toHaveLength(1));
  expect((await connectIn('web-2')).getAttribute('aria-disabled')).toBe('false');
});

test('users without the web terminal are not offered to connect', async () => {
  const { user, server } = await list({ caller: { perms: allBut('rbac.view_webterminal') } });
  expect(await actionsOfRow(user, 'web-1')).toEqual([
    'Update',
    'Clone',
    'Test connectivity (off)',
    'Refresh hardware (off)',
    'Delete',
  ]);
  expect(server.calls('GET', GRANTED)).toHaveLength(0);
});

test('the page of an asset says why it cannot be connected to', async () => {
  const { user } = await openRoute('AssetDetail', {
    params: { id: 'a2' },
    routes: {
      ...rowAt(asset, 'a2', rows[1] as never),
      ...answerTo('GET /api/v1/terminal/components/connect-methods/', methods as never),
      ...granted('a1'),
    },
  });
  const button = () => screen.getByRole('button', { name: 'Connect' });
  await screen.findByRole('button', { name: 'Connect' });
  const isOff = () => button().hasAttribute('disabled') || button().getAttribute('aria-disabled') === 'true';
  await waitFor(() => expect(isOff()).toBe(true));
  await user.hover(button());
  expect((await screen.findByRole('tooltip')).textContent).toBe('You have no permission on web-2.');
});
