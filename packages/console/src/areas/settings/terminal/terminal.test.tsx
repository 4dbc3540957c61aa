// @vitest-environment jsdom
import { commandstorage } from '@gatehouse/contract/resources/terminal/commandstorage.ts';
import { endpoint } from '@gatehouse/contract/resources/terminal/endpoint.ts';
import { endpointrule } from '@gatehouse/contract/resources/terminal/endpointrule.ts';
import { replaystorage } from '@gatehouse/contract/resources/terminal/replaystorage.ts';
import { terminal } from '@gatehouse/contract/resources/terminal/terminal.ts';
import { DEFAULT_ENDPOINT_ID } from '@gatehouse/contract/wire/endpoints.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, changing, listOf, rowAt } from '../../../../test/answerTo.ts';
import { optionsOf } from '../../../../test/domains.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../../test/openRoute.tsx';
import { detailRow } from '../../../../test/sampleRow.ts';

const stat = {
  id: 's1',
  terminal: 't1',
  cpu_load: 0.4,
  memory_used: 31.2,
  disk_used: 40.1,
  session_online: 3,
  date_created: '2031/01/02 02:00:00 +0000',
};
const gate = {
  id: 't1',
  name: 'gate-1',
  type: 'koko' as const,
  session_online: 3,
  is_active: true,
  load: { value: 'high' as const, label: 'High' },
  stat,
};
const quiet = {
  id: 't2',
  name: 'gate-2',
  type: 'koko' as const,
  session_online: 0,
  is_active: false,
  load: { value: 'offline' as const, label: 'Offline' },
  stat: null,
};
const metrics = {
  type: 'koko',
  total: 2,
  session_active: 3,
  normal: [],
  high: ['gate-1'],
  critical: [],
  offline: ['gate-2'],
};
const url = '/api/v1/terminal/terminals/';
const panels = answerTo('GET /api/v1/settings/panels/', []);
const byDefault = { id: DEFAULT_ENDPOINT_ID, name: 'Default', host: '', https_port: 443, ssh_port: 0 };

const open = (tab: string, routes: Record<string, unknown>, caller = {}) =>
  openRoute('TerminalSetting', { tab, caller, routes: { ...panels, ...routes } });

test('A-2.6-014 A-1-007 B-4-012 components are listed with load, sessions and what they report', async () => {
  const { screen } = await open('TerminalList', listOf(terminal, [gate, quiet]));
  const link = await screen.findByRole('link', { name: 'gate-1' });
  expect(link.getAttribute('href')).toBe('/settings/terminal/t1');
  for (const text of ['0.4 / 31.2% / 40.1%', 'High', 'Offline', 'Enabled', 'Disabled'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create' })).toBeNull();
});

test('A-2.6-014 the first tab has the basic settings', async () => {
  const panel = {
    name: 'terminal' as const,
    category: 'terminal',
    page: 'terminal' as const,
    tab: 'Basic',
    title: 'Terminal',
    dialog: false,
    can_change: true,
    groups: [],
  };
  const { screen } = await openRoute('TerminalSetting', {
    routes: {
      ...answerTo('GET /api/v1/settings/panels/', [panel]),
      'OPTIONS /api/v1/settings/setting/': optionsOf({ PATCH: {} }),
      ...answerTo('GET /api/v1/settings/setting/', {}),
      ...answerTo('GET /api/v1/settings/history/', []),
    },
  });
  const [first] = await screen.findAllByRole('tab');
  expect([first?.textContent, first?.getAttribute('aria-selected')]).toEqual(['Basic', 'true']);
});

test('a component is disabled after a question that names its running sessions, and enabled at once', async () => {
  const way = (name: 'enable' | 'disable', id: string) =>
    answerTo(
      `PATCH /api/v1/terminal/terminals/:id/${name}/`,
      detailRow(terminal, { ...gate, id, is_active: name === 'enable' }),
      { id },
    );
  const { screen, user, server, platform } = await open('TerminalList', {
    ...listOf(terminal, [gate, quiet]),
    ...way('disable', 't1'),
    ...way('enable', 't2'),
  });
  const actionsOf = async (name: string) => {
    const row = (await screen.findByRole('link', { name })).closest('tr')!;
    await user.click(within(row).getByRole('button', { name: /More/ }));
  };
  await actionsOf('gate-1');
  await user.click(await screen.findByRole('menuitem', { name: 'Disable' }));
  const asked = () => platform.dialogs.store.get().pending[0];
  await waitFor(() =>
    expect(asked()).toMatchObject({ question: { danger: true, title: 'Disable gate-1?' } }),
  );
  const question = asked();
  expect(server.calls('PATCH', `${url}t1/disable/`)).toEqual([]);
  if (question?.kind === 'confirm') {
    expect(question.question.body).toContain('3 sessions');
    question.settle(true);
  }
  await waitFor(() => expect(server.calls('PATCH', `${url}t1/disable/`)).toHaveLength(1));
  await actionsOf('gate-2');
  await user.click(await screen.findByRole('menuitem', { name: 'Enable' }));
  await waitFor(() => expect(server.calls('PATCH', `${url}t2/enable/`)).toHaveLength(1));
});

test('the monitor counts components by load, leads to them, and shows what each reports', async () => {
  const { screen } = await open('Monitor', {
    ...listOf(terminal, [gate, quiet]),
    ...answerTo('GET /api/v1/terminal/components/metrics/', [metrics]),
  });
  expect(await screen.findByRole('heading', { name: 'Koko' })).toBeTruthy();
  expect(screen.getByText('Components: 2. Online sessions: 3.')).toBeTruthy();
  const [high] = screen.getAllByRole('listitem').filter((item) => item.textContent?.startsWith('High'));
  expect(within(high!).getByRole('link').getAttribute('href')).toMatch(/activeTab=TerminalList&name=gate-1$/);
  const row = (await screen.findByRole('link', { name: 'gate-1' })).closest('tr')!;
  for (const text of ['0.4', '31.2%', '40.1%', '3']) expect(within(row).getByText(text)).toBeTruthy();
});

test.each([
  ['without a licence', { hasLicence: false }],
  ['without the permission', { perms: allBut('terminal.view_status') }],
])('there is no monitor %s', async (_what, caller) => {
  const { screen } = await open('TerminalList', listOf(terminal, [gate]), caller);
  await screen.findByRole('link', { name: 'gate-1' });
  expect(screen.queryByRole('tab', { name: 'Monitor' })).toBeNull();
});

test('B-3-022 endpoints are listed with their ports; the default one has no host of its own and cannot be deleted', async () => {
  const refused = { abilities: ['update'], refusals: { destroy: 'The default endpoint cannot be deleted.' } };
  const { screen, user } = await open('EndpointList', listOf(endpoint, [{ ...byDefault, ...refused }]));
  const row = (await screen.findByRole('link', { name: 'Default' })).closest('tr')!;
  for (const text of ['This server', '443', 'Off'])
    expect(within(row).getAllByText(text).length).toBeGreaterThan(0);
  await user.click(within(row).getByRole('button', { name: /More/ }));
  const remove = await screen.findByRole('menuitem', { name: /Delete/ });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
});

test('B-3-022 endpoint rules are listed in their order', async () => {
  const rule = { id: 'r1', name: 'branch', ip_group: ['10.0.0.0/8'], priority: 7, is_active: true };
  const { screen } = await open('EndpointRuleList', listOf(endpointrule, [rule]));
  const name = await screen.findByRole('link', { name: 'branch' });
  expect(name.getAttribute('href')).toContain('/endpoint-rule/r1/update');
  for (const text of ['10.0.0.0/8', '7']) expect(screen.getByText(text)).toBeTruthy();
});

test.each([
  [
    'A-2.6-016 B-3-022',
    'EndpointCreate',
    'EndpointList',
    'endpoints',
    detailRow(endpoint, { name: 'north' }),
  ],
  [
    'A-2.6-017 B-3-022',
    'EndpointRuleCreate',
    'EndpointRuleList',
    'endpoint-rules',
    detailRow(endpointrule, {}),
  ],
])('%s %s leads back to the list of its tab', async (_id, name, tab, path, made) => {
  const collection = `/api/v1/terminal/${path}/`;
  const { screen, user, server, router } = await openRoute(name, {
    routes: { [`POST ${collection}`]: made },
  });
  await user.type(await screen.findByLabelText(/^Name/), 'north');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(server.calls('POST', collection)[0]?.body).toMatchObject({ name: 'north' }));
  await waitFor(() =>
    expect(router.state.location).toMatchObject({
      pathname: '/settings/terminal',
      search: `?activeTab=${tab}`,
    }),
  );
});

test('A-2.6-016 the host of the default endpoint cannot be changed', async () => {
  const { screen } = await openRoute('EndpointUpdate', {
    params: { id: DEFAULT_ENDPOINT_ID },
    routes: rowAt(endpoint, DEFAULT_ENDPOINT_ID, byDefault),
  });
  const host = await screen.findByLabelText(/^Host/);
  expect(host.hasAttribute('disabled')).toBe(true);
  expect((screen.getByLabelText(/^Ssh port/) as HTMLInputElement).value).toBe('0');
});

test('A-2.6-015 a component has a page with its facts and a form with its name', async () => {
  const detail = await openRoute('TerminalDetail', {
    params: { id: 't1' },
    routes: rowAt(terminal, 't1', gate),
  });
  expect(await detail.screen.findByText('0.4 / 31.2% / 40.1%')).toBeTruthy();
  expect(detail.screen.getByRole('button', { name: 'Disable' })).toBeTruthy();
  cleanup();
  const form = await openRoute('TerminalUpdate', {
    params: { id: 't1' },
    routes: rowAt(terminal, 't1', { ...gate, command_storage: 'default', replay_storage: 'default' }),
  });
  expect(((await form.screen.findByLabelText(/^Name/)) as HTMLInputElement).value).toBe('gate-1');
});

const inServer = {
  id: 's1',
  name: 'default',
  type: { value: 'server' as const, label: 'Server' },
  is_default: true,
};
const nowhere = {
  ...inServer,
  id: 's0',
  name: 'null',
  type: { value: 'null' as const, label: 'None (nothing is kept)' },
  is_default: false,
};
const bucket = {
  ...inServer,
  id: 's2',
  name: 'far',
  type: { value: 's3' as const, label: 'Amazon S3' },
  is_default: false,
};
const storages = {
  ...listOf(commandstorage, [nowhere, inServer]),
  ...listOf(replaystorage, [nowhere, inServer, bucket]),
};

test('A-2.6-015 the storages of a component are chosen from those that components may use', async () => {
  const component = { ...gate, command_storage: 'default', replay_storage: 'default' };
  const { user, server } = await openRoute('TerminalUpdate', {
    params: { id: 't1' },
    routes: { ...storages, ...rowAt(terminal, 't1', component), ...changing(terminal, 't1', component) },
  });
  const recordings = await screen.findByRole('combobox', { name: /^Replay storage/ });
  await screen.findAllByText('default (Server), default');
  await user.click(recordings);
  for (const name of ['null (None (nothing is kept))', 'default (Server), default', 'far (Amazon S3)'])
    expect(await screen.findAllByTitle(name)).not.toEqual([]);
  // Those by SFTP are for backups only.
  expect(server.calls('GET', '/api/v1/terminal/replay-storages/')[0]?.query).toEqual({ type_not: 'sftp' });
  await user.click(await screen.findByTitle('far (Amazon S3)'));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('PUT', `${url}t1/`)[0]?.body).toMatchObject({
      command_storage: 'default',
      replay_storage: 'far',
    }),
  );
});

test('several components get another storage at once', async () => {
  const { user, server } = await open('TerminalList', {
    ...storages,
    ...listOf(terminal, [gate, quiet]),
    [`PATCH ${url}`]: [],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select gate-1' }));
  await user.click(screen.getByRole('button', { name: 'More actions (1)' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Update selected' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('checkbox', { name: 'Replay storage' }));
  await user.click(await dialog.findByRole('combobox', { name: /^Replay storage/ }));
  await user.click(await screen.findByTitle('far (Amazon S3)'));
  await user.click(dialog.getByRole('button', { name: 'Update 1' }));
  await waitFor(() =>
    expect(server.calls('PATCH', url)[0]?.body).toEqual([{ id: 't1', replay_storage: 'far' }]),
  );
});

test('users who may not see storages leave those of a component as they are', async () => {
  const component = { ...gate, command_storage: 'default', replay_storage: 'far' };
  await openRoute('TerminalUpdate', {
    params: { id: 't1' },
    routes: {
      ...listOf(commandstorage, answer(403)),
      ...listOf(replaystorage, answer(403)),
      ...rowAt(terminal, 't1', component),
    },
  });
  const recordings = await screen.findByRole('combobox', { name: /^Replay storage/ });
  await waitFor(() => expect(recordings).toHaveProperty('disabled', true));
  expect(screen.getByText('far')).toBeTruthy();
});
