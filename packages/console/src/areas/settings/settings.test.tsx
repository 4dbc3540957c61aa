// @vitest-environment jsdom
import type { ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { meta, optionsOf } from '../../../test/domains.ts';
import { answer } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { FeaturePage } from './pages.tsx';

const url = '/api/v1/settings/setting/';
const testUrl = '/api/v1/settings/chatai/testing/';
const text = (label: string, more: Partial<FieldMeta> = {}) => meta({ kind: 'text', label, ...more });
const PATCH = {
  CHAT_AI_ENABLED: text('Assistant', { type: 'boolean', kind: 'boolean' }),
  GPT_MODEL: text('Model', {
    type: 'choice',
    kind: 'choice',
    choices: [{ value: 'gpt-4', label: 'gpt-4' }],
  }),
  GPT_BASE_URL: text('Base URL'),
  GPT_API_KEY: text('API key', { kind: 'secret', write_only: true }),
  GPT_PROXY: text('Proxy'),
};
const stored = { CHAT_AI_ENABLED: false, GPT_MODEL: 'gpt-4', GPT_BASE_URL: 'http://old/v1', GPT_PROXY: '' };

const panels = 'GET /api/v1/settings/panels/';

const groupOf = (name: string, title: string, settings: readonly string[], help?: string) => ({
  name,
  title,
  ...(help !== undefined && { help }),
  settings: settings.map((setting) => ({ name: setting, label: setting })),
});
const chatPanel: ShownSettingPanel = {
  name: 'chat',
  category: 'chat',
  page: 'features',
  tab: 'Chat',
  title: 'AI assistant',
  dialog: false,
  can_change: true,
  groups: [
    groupOf('basic', 'Basic', ['CHAT_AI_ENABLED', 'GPT_MODEL'], 'On and off.'),
    groupOf('service', 'Service', ['GPT_BASE_URL', 'GPT_API_KEY', 'GPT_PROXY']),
  ],
};
const ticketPanel: ShownSettingPanel = {
  ...chatPanel,
  name: 'ticket',
  category: 'ticket',
  tab: 'Ticket',
  title: 'Tickets',
  groups: [groupOf('basic', 'Requests', ['TICKETS_ENABLED'])],
};

const show = (routes: Record<string, unknown> = {}, perms: string[] = []) =>
  renderPage({
    page: <FeaturePage />,
    caller: { perms },
    routes: {
      ...answerTo(panels, [chatPanel]),
      [`OPTIONS ${url}`]: optionsOf({ GET: PATCH, PUT: PATCH, PATCH }, { name: 'AI assistant' }),
      ...answerTo(`GET ${url}`, stored),
      ...answerTo('POST /api/v1/settings/consequences/', []),
      ...answerTo('GET /api/v1/settings/history/', []),
      ...answerTo(`PATCH ${url}`, ({ body }) => ({ ...stored, ...(body as object) })),
      ...answerTo(`POST ${testUrl}`, { msg: 'The model answered.' }),
      ...routes,
    },
  });

test('the assistant is enabled with the form that the server describes, and is available at once', async () => {
  const { screen, user, server, platform } = await show();
  await user.click(await screen.findByRole('switch', { name: 'Assistant' }));
  const model = screen.getByRole('combobox', { name: 'Model' });
  await user.clear(model);
  await user.type(model, 'llama-3');
  await user.type(screen.getByLabelText('API key'), 'sk-1');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(server.calls('PATCH', url)).toHaveLength(1));
  expect(server.calls('PATCH', url)[0]?.body).toEqual({
    CHAT_AI_ENABLED: true,
    GPT_MODEL: 'llama-3',
    GPT_BASE_URL: 'http://old/v1',
    GPT_API_KEY: 'encrypted:sk-1',
    GPT_PROXY: '',
  });
  await waitFor(() => expect(platform.session.get().settings.CHAT_AI_ENABLED).toBe(true));
});

test("testing a panel uses the form's values and saves nothing", async () => {
  const { screen, user, server, platform } = await show();
  const address = await screen.findByLabelText('Base URL');
  await user.clear(address);
  await user.type(address, 'http://new/v1');
  await user.click(screen.getByRole('button', { name: 'Test' }));
  await waitFor(() => expect(server.calls('POST', testUrl)).toHaveLength(1));
  expect(server.calls('POST', testUrl)[0]?.body).toMatchObject({ GPT_BASE_URL: 'http://new/v1' });
  expect(server.calls('PATCH', url)).toEqual([]);
  expect(platform.notify).toBeTruthy();
});

test('a page with one panel shows its groups with their help, and no tabs', async () => {
  const { screen } = await show();
  expect(await screen.findByRole('heading', { name: 'Basic' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Changes to these settings' })).toBeNull();
  expect(screen.getByText('On and off.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Service' })).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
});

test('a page with several panels has a tab for each; another opens by its tab and by the address', async () => {
  const elsewhere = { ...ticketPanel, page: 'security' as const, title: 'Elsewhere' };
  const inDialog = { ...ticketPanel, dialog: true, title: 'In a dialog' };
  const { screen, user, server } = await show(
    answerTo(panels, [chatPanel, ticketPanel, elsewhere, inDialog]),
  );
  const list = await screen.findByRole('tablist');
  expect(list.getAttribute('aria-orientation')).toBe('vertical');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'AI assistant',
    'Tickets',
  ]);
  screen.getByRole('tab', { name: 'AI assistant' }).focus();
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() =>
    expect(server.calls('GET', url).map(({ query }) => query.category)).toEqual(['chat', 'ticket']),
  );
});

test('a panel that the caller may only read cannot be changed', async () => {
  const { screen } = await show(answerTo(panels, [{ ...chatPanel, can_change: false }]));
  const input = await screen.findByLabelText('Base URL');
  expect(input.hasAttribute('disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
});

test("the server's refusals appear on their fields", async () => {
  const { screen, user } = await show({
    [`PATCH ${url}`]: answer(400, { GPT_BASE_URL: ['Not an address'] }),
  });
  await screen.findByLabelText('Base URL');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Not an address')).toBeTruthy();
});

test('B-5-015 a value below the least is refused in the form', async () => {
  const limits = groupOf('user', 'Users', ['SECURITY_LOGIN_LIMIT_COUNT']);
  const count = meta({ kind: 'integer', type: 'integer', label: 'Failed attempts', min_value: 3 });
  const { screen, user, server } = await show({
    ...answerTo(panels, [{ ...chatPanel, groups: [limits] }]),
    [`OPTIONS ${url}`]: optionsOf({ PATCH: { SECURITY_LOGIN_LIMIT_COUNT: count } }, { name: 'Limits' }),
    ...answerTo(`GET ${url}`, { SECURITY_LOGIN_LIMIT_COUNT: 7 }),
  });
  const input = () => screen.getByLabelText<HTMLInputElement>('Failed attempts');
  // Until the input for numbers is loaded, a disabled one stands in its place.
  await waitFor(() => expect(input().disabled).toBe(false));
  const steps = screen.getAllByRole('button', { hidden: true, name: /^(Increase|Decrease)/ });
  expect(steps.map((button) => button.getAttribute('aria-label'))).toEqual(['Increase', 'Decrease']);
  await user.clear(input());
  await user.type(input(), '2');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Enter at least 3.')).toBeTruthy();
  expect(server.calls('PATCH', url)).toEqual([]);
});

test('users who may read the operate log see the changes to a panel, and where else they are logged', async () => {
  const log = '/api/v1/audits/operate-logs/';
  const entry = {
    id: 'e1',
    user: 'Ada(ada)',
    action: { value: 'update', label: 'Change' },
    resource_type: 'Settings',
    resource: 'AI assistant',
    remote_addr: '10.0.0.1',
    org_id: '00000000-0000-0000-0000-000000000004',
    org_name: 'SYSTEM',
    datetime: '2026-01-02 03:04:05+00:00',
  };
  const { screen, user, server } = await show(
    {
      [`GET ${log}`]: { count: 21, next: null, previous: null, results: [entry] },
      [`GET ${log}e1/`]: { diff: [{ field: 'Base URL', before: 'http://a', after: 'http://b' }] },
      'GET /api/v1/settings/changes/e1/': answer(404, {}),
    },
    ['audits.view_operatelog'],
  );
  await user.click(await screen.findByRole('button', { name: 'Changes to these settings' }));
  expect(await screen.findByText('20 earlier changes are in the operate log.')).toBeTruthy();
  expect(screen.getByText(/operate log of the global organization/)).toBeTruthy();
  expect(server.calls('GET', log)[0]?.query).toMatchObject({ resource_id: 'chat' });
  await user.click(screen.getByRole('button', { name: 'View' }));
  expect(await screen.findByText('http://b')).toBeTruthy();
});

test('a panel that the server does not list is not offered, and nothing of it is requested', async () => {
  const { screen, server } = await show(answerTo(panels, []));
  expect(await screen.findByText('Your roles do not give access to any settings here')).toBeTruthy();
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([panels]);
});

test('a field that was reset to its default is unsaved input', async () => {
  const { screen, user, router } = await show(
    answerTo('GET /api/v1/settings/history/', [
      { name: 'GPT_BASE_URL', initial: '', changed_by: 'Ada', date_changed: null },
    ]),
  );
  await user.click(await screen.findByRole('button', { name: 'Reset Base URL to default' }));
  expect(screen.getByLabelText<HTMLInputElement>('Base URL').value).toBe('');
  void router.navigate('/elsewhere');
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/here');
});

// The compiler finds the planted mistake: a missing expected error fails the type check.
test('what is no panel cannot be listed', () => {
  // @ts-expect-error LDAP has no panel
  expect(answerTo(panels, [{ ...chatPanel, name: 'ldap' }])).toBeTruthy();
});
