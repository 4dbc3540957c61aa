import { platform } from '@gatehouse/contract/resources/assets/platform.ts';
// @vitest-environment jsdom
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf } from '../../../../test/answerTo.ts';
import { domainOptions, meta, optionsOf } from '../../../../test/domains.ts';
import { answer, type Seen } from '../../../../test/fakeServer.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { detailRow, platformProtocol } from '../../../../test/sampleRow.ts';
import { PlatformDetailPage } from './PlatformDetailPage.tsx';
import { PlatformFormPage } from './PlatformFormPage.tsx';
import { PlatformListPage } from './PlatformListPage.tsx';

const URL = '/api/v1/assets/platforms/';
const METHODS = '/api/v1/assets/platform-automation-methods/';

const metas = {
  name: meta({ label: 'Name', required: true }),
  internal: meta({ label: 'Built in', kind: 'boolean', type: 'boolean', read_only: true }),
  domain_enabled: meta({ label: 'Domains', kind: 'boolean', type: 'boolean' }),
  su_enabled: meta({ label: 'Account switching', kind: 'boolean', type: 'boolean' }),
};
const options: OptionsBody = {
  ...domainOptions,
  actions: { GET: metas, POST: metas, PUT: metas, PATCH: metas },
  view: {
    ...domainOptions.view!,
    key: 'assets.platform',
    form: [{ group: 'basic', label: 'Basic', fields: ['name', 'domain_enabled', 'su_enabled'] }],
  },
};
const fixed = 'Built-in platforms cannot be changed.';
const told = (internal: boolean) => ({
  abilities: internal ? [] : ['update', 'destroy'],
  refusals: internal ? { update: fixed, destroy: fixed } : {},
});
const platformRow = (internal: boolean) =>
  detailRow(platform, {
    id: 1,
    name: 'Linux',
    category: { value: 'host', label: 'Host' },
    type: { value: 'linux', label: 'Linux' },
    protocols: [platformProtocol(), platformProtocol({ name: 'sftp', primary: false, default: true })],
    automation: {
      ...detailRow(platform).automation,
      ansible_enabled: true,
      push_account_enabled: true,
      push_account_method: 'push_posix',
      ping_enabled: false,
    },
    internal,
    domain_enabled: true,
    su_enabled: false,
  });

const input = (internal: boolean) => ({
  caller: {
    perms: ['assets.view_platform', 'assets.change_platform', 'assets.add_platform', 'assets.change_asset'],
    isSuperuser: true,
  },
  names: {
    PlatformList: '/console/assets/platforms',
    PlatformCreate: '/console/assets/platforms/create',
    PlatformUpdate: '/console/assets/platforms/:id/update',
    PlatformDetail: '/console/assets/platforms/:id',
  },
  routes: {
    [`OPTIONS ${URL}`]: options,
    [`OPTIONS ${URL}1/`]: options,
    [`GET ${URL}1/`]: ({ query }: Seen) => ({
      ...platformRow(internal),
      ...(query.abilities && told(internal)),
    }),
    [`OPTIONS ${METHODS}`]: optionsOf({ GET: { push_posix: meta({ label: 'Push to a POSIX host' }) } }),
    ...answerTo('GET /api/v1/assets/categories/constraints/', {
      charset_enabled: true,
      domain_enabled: true,
      su_enabled: false,
      protocols: [],
      automation: {},
    }),
  },
});
const detail = (internal: boolean, routes: Record<string, unknown> = {}) =>
  renderPage({
    ...input(internal),
    routes: { ...input(internal).routes, ...routes },
    page: <PlatformDetailPage resource="assets.platform" url={URL} name="Platform" />,
    at: '/console/assets/platforms/1',
    pattern: '/console/assets/platforms/:id',
  });
const form = (internal: boolean) =>
  renderPage({
    ...input(internal),
    page: <PlatformFormPage resource="assets.platform" url={URL} name="Platform" />,
    at: '/console/assets/platforms/1/update?category=host&type=linux',
    pattern: '/console/assets/platforms/:id/update',
  });

test('a built-in platform is shown as facts, without fields and switches', async () => {
  const { screen, user } = await detail(true);
  expect(await screen.findByText('Built-in platforms cannot be changed.')).toBeTruthy();
  const card = (await screen.findByText('Protocols')).closest('section') as HTMLElement;
  expect(card.textContent).toContain('ssh22 · primary');
  expect(within(card).queryByRole('spinbutton')).toBeNull();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.getByRole('button', { name: 'Update' }).hasAttribute('disabled')).toBe(true);
  await user.click(screen.getByRole('tab', { name: 'Automation' }));
  expect(await screen.findByText('Push to a POSIX host')).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('a built-in platform says which of its methods no runner carries out', async () => {
  const constraints = { charset_enabled: true, domain_enabled: true, su_enabled: false, protocols: [] };
  const automation = { push_account_enabled: true, push_account_methods: [] };
  const { screen, user } = await detail(
    true,
    answerTo('GET /api/v1/assets/categories/constraints/', { ...constraints, automation }),
  );
  await user.click(await screen.findByRole('tab', { name: 'Automation' }));
  expect(await screen.findByText('Push to a POSIX host (no runner carries it out)')).toBeTruthy();
});

test('a platform that is not built in has switches', async () => {
  const { screen } = await detail(false);
  expect(await screen.findByRole('switch', { name: 'Assets may be in a domain' })).toBeTruthy();
  expect(screen.queryByText('Built-in platforms cannot be changed.')).toBeNull();
});

test('a switch the type does not allow says why it cannot be turned on', async () => {
  const { screen } = await form(false);
  const refused = await screen.findByRole('switch', { name: 'Account switching' });
  expect(refused.hasAttribute('disabled')).toBe(true);
  expect(screen.getAllByText('Assets of this type do not support this.')).toHaveLength(1);
  expect(screen.getByRole('switch', { name: 'Domains' }).hasAttribute('disabled')).toBe(false);
});

test('a switch of the details that the type does not allow is off and says why', async () => {
  const { screen } = await detail(
    false,
    answerTo('GET /api/v1/assets/categories/constraints/', {
      charset_enabled: true,
      domain_enabled: false,
      su_enabled: true,
      protocols: [],
      automation: {},
    }),
  );
  expect(await screen.findByText('Assets of this type do not support this.')).toBeTruthy();
  const isOff = (name: string) => screen.getByRole('switch', { name }).hasAttribute('disabled');
  expect(isOff('Assets may be in a domain')).toBe(true);
  expect(isOff('Users may switch accounts')).toBe(false);
});

test('the list says yes or no for each switch of a platform', async () => {
  const { screen } = await renderPage({
    ...input(false),
    page: <PlatformListPage resource="assets.platform" url={URL} name="Platform" />,
    routes: {
      ...answerTo('GET /api/v1/assets/categories/', []),
      [`OPTIONS ${URL}`]: {
        ...options,
        view: {
          ...options.view!,
          list: { default: ['name', 'domain_enabled', 'su_enabled'], min: ['name'], exclude: [] },
        },
      },
      ...listOf(platform, [platformRow(false)]),
    },
  });
  const row = (await screen.findByText('Linux')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Yes')).toBeTruthy();
  expect(within(row).getByText('No').className).not.toContain('visually-hidden');
});

test('B-8-012 protocols that could not be added to all assets are reported with the reason', async () => {
  const { screen, user } = await detail(
    false,
    answerTo(
      'POST /api/v1/assets/assets/sync-platform-protocols/',
      answer(400, { detail: 'Assets are locked' }),
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Copy protocols to assets' }));
  expect(await screen.findByText('Bulk sync failed')).toBeTruthy();
  expect(screen.getByText('Assets are locked')).toBeTruthy();
});

test('the update page of a built-in platform offers a copy instead of a form', async () => {
  const { screen } = await form(true);
  const copy = await screen.findByRole('link', { name: 'Make a copy' });
  expect(copy.getAttribute('href')).toBe(
    '/console/assets/platforms/create?category=host&type=linux&clone_from=1',
  );
  expect(screen.getByRole('link', { name: 'Open details' }).getAttribute('href')).toBe(
    '/console/assets/platforms/1',
  );
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
});

test('A-2.2-034 the update page of a platform that is not built in is its filled form', async () => {
  const { screen } = await form(false);
  expect(((await screen.findByLabelText(/^Name/)) as HTMLInputElement).value).toBe('Linux');
  expect(screen.getByRole('button', { name: 'Submit' })).toBeTruthy();
});
