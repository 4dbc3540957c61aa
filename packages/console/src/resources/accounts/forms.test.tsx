import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { virtualaccount } from '@gatehouse/contract/resources/accounts/virtualaccount.ts';
import { platform as platformDefinition } from '@gatehouse/contract/resources/assets/platform.ts';
// @vitest-environment jsdom
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf } from '../../../test/answerTo.ts';
import { domainOptions, meta, optionsOf, resourceOptions } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { detailRow } from '../../../test/sampleRow.ts';
import { TemplateFormPage } from './accounttemplate/TemplateFormPage.tsx';
import { VirtualAccountFormPage } from './virtualaccount/VirtualAccountFormPage.tsx';

const VIRTUAL = '/api/v1/accounts/virtual-accounts/';
const TEMPLATES = '/api/v1/accounts/account-templates/';
const METHODS = '/api/v1/assets/platform-automation-methods/';

const virtualMetas = {
  name: meta({ label: 'Name', read_only: true }),
  username: meta({ label: 'Username', read_only: true }),
  secret_from_login: meta({ label: 'Use the sign-in password', kind: 'boolean', type: 'boolean' }),
};
const virtualOptions: OptionsBody = {
  ...domainOptions,
  actions: { GET: virtualMetas, POST: virtualMetas, PUT: virtualMetas },
  view: {
    ...domainOptions.view!,
    key: 'accounts.virtualaccount',
    form: [
      { group: 'basic', label: 'Basic', fields: ['name', 'username'] },
      { group: 'secret', label: 'Secret', fields: ['secret_from_login'] },
    ],
  },
};

type Alias = RowOf<typeof virtualaccount>['alias'];

const openVirtual = (alias: Alias, settings: Record<string, unknown>) =>
  renderPage({
    page: <VirtualAccountFormPage resource="accounts.virtualaccount" url={VIRTUAL} name="VirtualAccount" />,
    at: '/console/accounts/virtual-accounts/v1/update',
    pattern: '/console/accounts/virtual-accounts/:id/update',
    names: { AssetAccountList: '/console/accounts/accounts' },
    caller: { perms: ['accounts.change_virtualaccount'], settings },
    routes: {
      [`OPTIONS ${VIRTUAL}v1/`]: virtualOptions,
      [`OPTIONS ${VIRTUAL}`]: virtualOptions,
      [`GET ${VIRTUAL}v1/`]: detailRow(virtualaccount, {
        id: 'v1',
        alias,
        name: 'Same username',
        username: 'The name of the user',
        secret_from_login: null,
      }),
      [`PUT ${VIRTUAL}v1/`]: detailRow(virtualaccount, { id: 'v1', name: 'Same username' }),
    },
  });

test("A-2.2-051 the virtual account with the user's own name may use the sign-in password, while one is kept", async () => {
  const { screen, user, server, router } = await openVirtual('@USER', { CACHE_LOGIN_PASSWORD_ENABLED: true });
  expect(await screen.findByText('The name of the user')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(await screen.findByRole('switch', { name: 'Use the sign-in password' }));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('PUT', `${VIRTUAL}v1/`)[0]?.body).toEqual({ secret_from_login: true }),
  );
  await waitFor(() => expect(router.state.location.search).toBe('?activeTab=VirtualAccountList'));
});

test('without a kept password the switch is off and says why', async () => {
  const { screen } = await openVirtual('@USER', {});
  const choice = await screen.findByRole('switch', { name: 'Use the sign-in password' });
  expect(choice.hasAttribute('disabled')).toBe(true);
  expect(screen.getByText(/does not keep sign-in passwords/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Submit' }).hasAttribute('disabled')).toBe(true);
});

test('other virtual accounts have no settings', async () => {
  const { screen } = await openVirtual('@INPUT', { CACHE_LOGIN_PASSWORD_ENABLED: true });
  await screen.findByText('The name of the user');
  expect(screen.queryByRole('switch')).toBeNull();
});

const choice = (value: string) => ({ value, label: value });
const templateMetas = {
  name: meta({ label: 'Name', required: true }),
  secret_type: meta({
    label: 'Secret type',
    kind: 'choice',
    type: 'labeled_choice',
    choices: ['password', 'ssh_key', 'token'].map(choice),
    default: 'password',
  }),
  secret_strategy: meta({
    label: 'Secret strategy',
    kind: 'choice',
    type: 'labeled_choice',
    choices: ['specific', 'random'].map(choice),
    default: 'specific',
  }),
  password_rules: meta({
    label: 'Rules',
    kind: 'nested',
    type: 'nested object',
    children: { length: meta({ label: 'Length', kind: 'integer', type: 'integer', default: 16 }) },
  }),
  secret: meta({ label: 'Secret', kind: 'secret', write_only: true }),
  passphrase: meta({ label: 'Passphrase', write_only: true }),
  auto_push: meta({ label: 'Push automatically', kind: 'boolean', type: 'boolean', default: false }),
  platforms: meta({
    label: 'Platforms',
    kind: 'refs',
    type: 'm2m_related_field',
    related: { url: '/api/v1/assets/platforms/', attrs: ['name'] },
  }),
  push_params: meta({ label: 'Push parameters', kind: 'json', type: 'json' }),
};
const templateOptions = resourceOptions('accounts.accounttemplate', templateMetas);
const platform = detailRow(platformDefinition, {
  id: 1,
  name: 'Linux',
  type: { value: 'linux', label: 'Linux' },
  automation: {
    ...detailRow(platformDefinition).automation,
    ansible_enabled: true,
    push_account_enabled: true,
    push_account_method: 'push_account_posix',
  },
});

const openTemplate = (...perms: string[]) =>
  renderPage({
    page: <TemplateFormPage resource="accounts.accounttemplate" url={TEMPLATES} name="AccountTemplate" />,
    caller: { perms: ['accounts.add_accounttemplate', ...perms] },
    routes: {
      [`OPTIONS ${TEMPLATES}`]: templateOptions,
      [`POST ${TEMPLATES}`]: detailRow(accounttemplate, { id: 't1', name: 'deploy' }),
      ...listOf(platformDefinition, [{ id: 1, name: 'Linux' }]),
      ...answerTo('POST /api/v1/assets/platforms/filter-nodes-assets/', [platform]),
      [`OPTIONS ${METHODS}`]: optionsOf({
        GET: {
          push_account_posix: meta({
            label: 'Push to a POSIX host',
            children: { sudo: meta({ label: 'Sudo' }) },
          }),
        },
      }),
    },
  });

test('A-2.2-054 a template asks only for what its secret type and strategy need', async () => {
  const { screen, user } = await openTemplate();
  expect(await screen.findByLabelText('Secret')).toBeTruthy();
  // Pushing takes a permission of its own.
  expect(screen.getByRole('switch', { name: 'Push automatically' })).toHaveProperty('disabled', true);
  expect(screen.queryByLabelText('Length')).toBeNull();
  expect(screen.queryByLabelText('Passphrase')).toBeNull();
  expect(screen.queryByLabelText('Platforms')).toBeNull();
  await user.click(await screen.findByRole('radio', { name: 'random' }));
  expect(await screen.findByLabelText('Length')).toBeTruthy();
  expect(screen.queryByLabelText('Secret')).toBeNull();
});

test("a pushed template sends the parameters of its platforms' methods", async () => {
  const { screen, user, server } = await openTemplate('accounts.push_account');
  await user.type(await screen.findByLabelText(/^Name/), 'deploy');
  await user.click(screen.getByRole('switch', { name: 'Push automatically' }));
  expect(await screen.findByText(/platforms chosen above/)).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Platforms' }));
  await user.click(await screen.findByText('Linux'));
  await user.type(await screen.findByLabelText('Sudo'), '/usr/bin/id');
  expect(screen.getByText('Push to a POSIX host')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(server.calls('POST', TEMPLATES)).toHaveLength(1));
  expect(server.calls('POST', TEMPLATES)[0]?.body).toMatchObject({
    auto_push: true,
    platforms: [1],
    push_params: { push_account_posix: { sudo: '/usr/bin/id' } },
  });
});
